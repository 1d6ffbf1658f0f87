import { agreementRoute } from "@/lib/edge/http/agreement-route";
import { embedToken } from "@/lib/edge/http/embed-token";

export const GET = agreementRoute("getJourneyAgreement", embedToken, ({ actor }) => actor);
