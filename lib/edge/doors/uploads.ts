import { merchantToken } from "@/lib/edge/http/account-token";
import { type Authenticator, anyone, type SecretKeyActor, secretKey } from "@/lib/edge/http/auth";
import { embedToken } from "@/lib/edge/http/embed-token";
import { type Route, route } from "@/lib/edge/http/route";
import type { ErrorCode } from "@/lib/kernel/error-codes";
import { confirmUpload } from "@/lib/merchants/documents/confirm-upload";
import { receiveUpload } from "@/lib/merchants/documents/receive-upload";
import { requestUpload } from "@/lib/merchants/documents/request-upload";
import type { ActingMerchant } from "@/lib/merchants/kyc/provenance";
import { maxFileBytes, uploadTokenHeader } from "@/lib/terms/documents/constants";
import { confirmUploadBody, requestUploadBody, uploadConfirmed, uploadRequested } from "@/lib/terms/documents/schema";

type Uploader = SecretKeyActor | ActingMerchant;
type Named = { operationId: string; summary: string; description: string };

/** First of three steps. @param at the address below which the bytes go */
function requesting<A extends Uploader>(
  auth: Authenticator<A>,
  at: string,
  { errors = [], ...named }: Named & { errors?: readonly ErrorCode[] },
): Route {
  return route({
    ...named,
    auth,
    rate: "write",
    body: requestUploadBody,
    location: `${at}/{fileKey}`,
    answers: { 201: { description: "Where to upload the bytes", body: uploadRequested } },
    errors: [...errors, ...requestUpload.errors],
    respond: ({ actor, body, realNow }) => requestUpload({ actor, input: body, realNow }),
  });
}

function confirming<A extends Uploader>(auth: Authenticator<A>, named: Omit<Named, "description">): Route {
  return route({
    ...named,
    description: "Freezes the uploaded bytes and makes the fileKey usable. Confirming again gives the same answer.",
    auth,
    rate: "write",
    body: confirmUploadBody,
    answers: { 200: { description: "Confirmed", body: uploadConfirmed } },
    errors: confirmUpload.errors,
    respond: ({ actor, body, realNow }) => confirmUpload({ actor, fileKey: body.fileKey, realNow }),
  });
}

const closed = ["CONNECTION_CLOSED"] as const;

export const uploadRequest = {
  backend: requesting(secretKey, "/api/v1/marketplace-api/uploads", {
    operationId: "requestUpload",
    summary: "Request an upload",
    description:
      "First of three steps: announce the file, PUT its bytes to the address given, with the headers given, then confirm.",
  }),
  journey: requesting(embedToken, "/api/v1/embed/uploads", {
    operationId: "requestJourneyUpload",
    summary: "Request an upload in the journey",
    description:
      "First of three steps, as in the Marketplace API. The bytes go to the address given with the headers given and the embed token. Only the merchant itself can attach the file.",
    errors: closed,
  }),
  account: requesting(merchantToken, "/api/merchants/kyc/uploads", {
    operationId: "requestAccountUpload",
    summary: "Request an upload",
    description:
      "First of three steps, as in the Marketplace API. The bytes go to the address given with the headers given and the access token. Only the merchant itself can attach the file.",
    errors: closed,
  }),
};

const bytes = "The bytes must match the announced size and type. Can be repeated until the upload is confirmed.";

/** Second: at the backend's address the token that came with the upload is the only credential. */
function receiving<A extends ActingMerchant | null>(
  auth: Authenticator<A>,
  { errors, ...named }: Named & { errors: readonly ErrorCode[] },
): Route {
  return route({
    ...named,
    auth,
    rate: "write",
    rawBody: true,
    maxBody: maxFileBytes,
    headers: { [uploadTokenHeader]: { description: "The token that came with the upload", required: true } },
    answers: { 204: { description: "Stored" } },
    errors: [...errors, ...receiveUpload.errors],
    respond: ({ actor, params, request, content, realNow }) =>
      receiveUpload({
        ...(actor ? { actor } : {}),
        fileKey: params.fileKey ?? "",
        token: request.headers.get(uploadTokenHeader),
        contentType: request.headers.get("content-type"),
        content,
        realNow,
      }),
  });
}

export const uploadBytes = {
  backend: receiving(anyone, {
    operationId: "putUpload",
    summary: "Upload the bytes",
    description: `Send the headers returned with the upload; X-Upload-Token is the only credential. ${bytes}`,
    errors: ["UNAUTHENTICATED"],
  }),
  journey: receiving(embedToken, {
    operationId: "putJourneyUpload",
    summary: "Upload the bytes in the journey",
    description: `Send the headers returned with the upload, and the embed token. ${bytes}`,
    errors: ["NOT_FOUND", "VALIDATION_FAILED"],
  }),
  account: receiving(merchantToken, {
    operationId: "putAccountUpload",
    summary: "Upload the bytes",
    description: `Send the headers returned with the upload, and the access token. ${bytes}`,
    errors: ["NOT_FOUND", "VALIDATION_FAILED"],
  }),
};

export const uploadConfirmation = {
  backend: confirming(secretKey, { operationId: "confirmUpload", summary: "Confirm an upload" }),
  journey: confirming(embedToken, {
    operationId: "confirmJourneyUpload",
    summary: "Confirm an upload in the journey",
  }),
  account: confirming(merchantToken, { operationId: "confirmAccountUpload", summary: "Confirm an upload" }),
};
