import { agreementRoute } from "@/lib/http/agreement-route";
import { embedToken } from "@/lib/http/embed-token";

export const GET = agreementRoute("getJourneyAgreement", embedToken, ({ actor }) => actor);
