import { agreementRoute } from "@/lib/http/agreement-route";
import { secretKey } from "@/lib/http/auth";

export const GET = agreementRoute("getAgreement", secretKey, ({ actor }) => actor);
