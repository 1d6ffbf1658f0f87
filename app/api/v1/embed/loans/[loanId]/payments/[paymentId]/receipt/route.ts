import { receiptRoute } from "@/lib/http/agreement-route";
import { embedToken } from "@/lib/http/embed-token";

export const GET = receiptRoute("getJourneyReceipt", embedToken, ({ actor, now }) => ({ actor, now }));
