import { secretKey } from "@/lib/edge/http/auth";
import { refOf, route } from "@/lib/edge/http/route";
import { mintEmbedToken } from "@/lib/surfaces/journey/mint-token";
import { embedToken } from "@/lib/surfaces/journey/schema";
import { emptyBody } from "@/lib/terms/kyc/schema";

export const POST = route({
  operationId: "mintEmbedToken",
  summary: "Mint an embed token",
  description: "Valid for 15 minutes, for one merchant, and only in the hosted journey. Mint one each time it opens.",
  auth: secretKey,
  rate: "embedToken",
  body: emptyBody,
  answers: { 200: { description: "A fresh token", body: embedToken } },
  errors: mintEmbedToken.errors,
  respond: ({ actor, params, realNow }) => mintEmbedToken({ actor, ref: refOf(params), realNow }),
});
