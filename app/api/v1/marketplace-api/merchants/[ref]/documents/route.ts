import { secretKey } from "@/lib/edge/http/auth";
import { refOf, route } from "@/lib/edge/http/route";
import { attachDocument } from "@/lib/merchants/kyc/attach-document";
import { documentAttached, documentBody } from "@/lib/terms/kyc/schema";

export const POST = route({
  operationId: "attachDocument",
  summary: "Attach a document",
  description:
    "Attaches a confirmed upload to the KYC record; the file belongs to the merchant from then on. fileSize and mimeType must be those of the upload. Allowed while KYC is PENDING or REQUIRES_UPDATE.",
  auth: secretKey,
  rate: "write",
  body: documentBody,
  idempotent: true,
  answers: { 200: { description: "Attached", body: documentAttached } },
  errors: ["NOT_FOUND", ...attachDocument.errors],
  respond: ({ actor, body, params, now }) => attachDocument({ actor, ref: refOf(params), input: body, now }),
});
