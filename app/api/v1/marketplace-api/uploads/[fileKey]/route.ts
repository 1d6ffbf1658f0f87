import { anyone } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { receiveUpload } from "@/lib/merchants/documents/receive-upload";
import { maxFileBytes, uploadTokenHeader } from "@/lib/terms/documents/constants";

export const PUT = route({
  operationId: "putUpload",
  summary: "Upload the bytes",
  description:
    "Send the headers returned with the upload; X-Upload-Token is the only credential. The bytes must match the announced size and type. Can be repeated until the upload is confirmed.",
  auth: anyone,
  rate: "write",
  rawBody: true,
  maxBody: maxFileBytes,
  headers: { [uploadTokenHeader]: { description: "The token that came with the upload", required: true } },
  answers: { 204: { description: "Stored" } },
  errors: ["UNAUTHENTICATED", ...receiveUpload.errors],
  respond: ({ params, request, content, realNow }) =>
    receiveUpload({
      fileKey: params.fileKey ?? "",
      token: request.headers.get(uploadTokenHeader),
      contentType: request.headers.get("content-type"),
      content,
      realNow,
    }),
});
