import { merchantToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { requestUpload } from "@/lib/merchants/documents/request-upload";
import { requestUploadBody, uploadRequested } from "@/lib/terms/documents/schema";

export const POST = route({
  operationId: "requestAccountUpload",
  summary: "Request an upload",
  description:
    "First of three steps, as in the Marketplace API. The bytes go to the address given with the headers given and the access token. Only the merchant itself can attach the file.",
  auth: merchantToken,
  rate: "write",
  body: requestUploadBody,
  location: "/api/merchants/kyc/uploads/{fileKey}",
  answers: { 201: { description: "Where to upload the bytes", body: uploadRequested } },
  errors: ["CONNECTION_CLOSED", ...requestUpload.errors],
  respond: ({ actor, body, realNow }) => requestUpload({ actor, input: body, realNow }),
});
