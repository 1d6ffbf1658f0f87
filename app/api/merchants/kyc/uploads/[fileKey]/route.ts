import { merchantToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { receiveUpload } from "@/lib/merchants/documents/receive-upload";
import { maxFileBytes, uploadTokenHeader } from "@/lib/terms/documents/constants";

export const PUT = route({
  operationId: "putAccountUpload",
  summary: "Upload the bytes",
  description:
    "Send the headers returned with the upload, and the access token. The bytes must match the announced size and type. Can be repeated until the upload is confirmed.",
  auth: merchantToken,
  rate: "write",
  rawBody: true,
  maxBody: maxFileBytes,
  headers: { [uploadTokenHeader]: { description: "The token that came with the upload", required: true } },
  answers: { 204: { description: "Stored" } },
  errors: ["NOT_FOUND", "VALIDATION_FAILED", ...receiveUpload.errors],
  respond: ({ actor, params, request, content, realNow }) =>
    receiveUpload({
      actor,
      fileKey: params.fileKey ?? "",
      token: request.headers.get(uploadTokenHeader),
      contentType: request.headers.get("content-type"),
      content,
      realNow,
    }),
});
