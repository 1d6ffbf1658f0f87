import { receiptRoute } from "@/lib/edge/http/agreement-route";
import { embedToken } from "@/lib/edge/http/embed-token";

export const GET = receiptRoute("getJourneyReceipt", embedToken, ({ actor, now }) => ({ actor, now }));
