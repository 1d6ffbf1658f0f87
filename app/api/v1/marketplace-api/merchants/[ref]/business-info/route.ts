import { secretKey } from "@/lib/edge/http/auth";
import { namedRevisions, replacing } from "@/lib/edge/http/etag";
import { refOf, route } from "@/lib/edge/http/route";
import { saveBusinessInfo } from "@/lib/merchants/kyc/save-business-info";
import { businessInfoBody, businessInfoSaved } from "@/lib/terms/kyc/schema";

export const PUT = route({
  operationId: "saveBusinessInfo",
  summary: "Save business information",
  description: "Replaces the business information of the KYC record. Allowed while KYC is PENDING or REQUIRES_UPDATE.",
  auth: secretKey,
  rate: "write",
  body: businessInfoBody,
  ...replacing("revision", { description: "Saved", body: businessInfoSaved }),
  errors: ["NOT_FOUND", ...saveBusinessInfo.errors],
  respond: ({ actor, body, params, request, now }) =>
    saveBusinessInfo({ actor, ref: refOf(params), input: body, basedOn: namedRevisions(request), now }),
});
