import { confirmUpload } from "@/lib/documents/confirm-upload";
import { confirmUploadBody, uploadConfirmed } from "@/lib/documents/schema";
import { secretKey } from "@/lib/http/auth";
import { route } from "@/lib/http/route";

export const POST = route({
  operationId: "confirmUpload",
  summary: "Confirm an upload",
  description: "Freezes the uploaded bytes and makes the fileKey usable. Confirming again gives the same answer.",
  auth: secretKey,
  rate: "write",
  body: confirmUploadBody,
  answers: { 200: { description: "Confirmed", body: uploadConfirmed } },
  errors: ["UPLOAD_NOT_ACCEPTED"],
  respond: ({ actor, body, realNow }) => confirmUpload({ actor, fileKey: body.fileKey, realNow }),
});
