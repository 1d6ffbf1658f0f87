import { secretKey } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { confirmUpload } from "@/lib/merchants/documents/confirm-upload";
import { confirmUploadBody, uploadConfirmed } from "@/lib/terms/documents/schema";

export const POST = route({
  operationId: "confirmUpload",
  summary: "Confirm an upload",
  description: "Freezes the uploaded bytes and makes the fileKey usable. Confirming again gives the same answer.",
  auth: secretKey,
  rate: "write",
  body: confirmUploadBody,
  answers: { 200: { description: "Confirmed", body: uploadConfirmed } },
  errors: confirmUpload.errors,
  respond: ({ actor, body, realNow }) => confirmUpload({ actor, fileKey: body.fileKey, realNow }),
});
