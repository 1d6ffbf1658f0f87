import { agreementRoute } from "@/lib/edge/http/agreement-route";
import { secretKey } from "@/lib/edge/http/auth";

export const GET = agreementRoute("getAgreement", secretKey, ({ actor }) => actor);
