import { embedToken } from "@/lib/edge/http/embed-token";
import { route } from "@/lib/edge/http/route";
import { requestUpload } from "@/lib/merchants/documents/request-upload";
import { requestUploadBody, uploadRequested } from "@/lib/terms/documents/schema";

export const POST = route({
  operationId: "requestJourneyUpload",
  summary: "Request an upload in the journey",
  description:
    "First of three steps, as in the Marketplace API. The bytes go to the address given with the headers given and the embed token. Only the merchant itself can attach the file.",
  auth: embedToken,
  rate: "write",
  body: requestUploadBody,
  location: "/api/v1/embed/uploads/{fileKey}",
  answers: { 201: { description: "Where to upload the bytes", body: uploadRequested } },
  errors: ["CONNECTION_CLOSED", ...requestUpload.errors],
  respond: ({ actor, body, realNow }) => requestUpload({ actor, input: body, realNow }),
});
