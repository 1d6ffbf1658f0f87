import { secretKey } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { requestUpload } from "@/lib/merchants/documents/request-upload";
import { requestUploadBody, uploadRequested } from "@/lib/terms/documents/schema";

export const POST = route({
  operationId: "requestUpload",
  summary: "Request an upload",
  description:
    "First of three steps: announce the file, PUT its bytes to the address given, with the headers given, then confirm.",
  auth: secretKey,
  rate: "write",
  body: requestUploadBody,
  location: "/api/v1/marketplace-api/uploads/{fileKey}",
  answers: { 201: { description: "Where to upload the bytes", body: uploadRequested } },
  errors: requestUpload.errors,
  respond: ({ actor, body, realNow }) => requestUpload({ actor, input: body, realNow }),
});
