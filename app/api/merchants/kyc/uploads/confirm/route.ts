import { confirmUpload } from "@/lib/documents/confirm-upload";
import { confirmUploadBody, uploadConfirmed } from "@/lib/documents/schema";
import { merchantToken } from "@/lib/http/account-token";
import { route } from "@/lib/http/route";

export const POST = route({
  operationId: "confirmAccountUpload",
  summary: "Confirm an upload",
  description: "Freezes the uploaded bytes and makes the fileKey usable. Confirming again gives the same answer.",
  auth: merchantToken,
  rate: "write",
  body: confirmUploadBody,
  answers: { 200: { description: "Confirmed", body: uploadConfirmed } },
  errors: ["UPLOAD_NOT_ACCEPTED"],
  respond: ({ actor, body, realNow }) => confirmUpload({ actor, fileKey: body.fileKey, realNow }),
});
