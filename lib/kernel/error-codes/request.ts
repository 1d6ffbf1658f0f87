import type { ErrorRow } from "./error-row";

export const requestErrors = {
  VALIDATION_FAILED: {
    status: 400,
    title: "The request is not valid",
    means: "A field of the body, a query parameter or a header is missing, of the wrong type or out of range.",
    remedy: "Mend what errors names: each entry has the field, as a dot path, and what is wrong with it.",
  },
  MALFORMED_JSON: {
    status: 400,
    title: "The body is not JSON",
    means: "The body is not JSON in UTF-8, is nested too deeply, or ended before it was complete.",
    remedy: "Send one JSON value, with Content-Type: application/json.",
  },
  BODY_TOO_LARGE: {
    status: 413,
    title: "The body is too large",
    means: "The body has more bytes than the operation takes: 1 MiB, for bulk submissions and uploads 10 MiB.",
    remedy: "Send less at once, such as a batch in two halves.",
    toMerchant: "That is too large.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: "The body is not of a type that this operation takes",
    means: "The Content-Type, or the Content-Encoding, is not one that the operation takes.",
    remedy: "Send JSON as application/json, forms and files as the operation says; compressed with gzip or not at all.",
  },
  UNAUTHENTICATED: {
    status: 401,
    title: "Credentials are missing or not valid",
    means: "There is no credential, or it is mistyped, revoked, expired or meant for another interface.",
    remedy: "Check which credential the operation takes, and that this one is still in force.",
  },
  TOKEN_EXPIRED: {
    status: 401,
    title: "The token has expired",
    means: "The token was valid once; its time is over.",
    remedy: "Mint a new embed token on your backend, refresh an account’s access token, or log in again.",
  },
  SESSION_ENDED: {
    status: 401,
    title: "The session has ended",
    means: "The session of this token was logged out, or ended with a changed password or second factor.",
    remedy: "Log in again. There is nothing to refresh: the session’s refresh token has ended, too.",
  },
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    title: "A code of the second factor is needed",
    means:
      "The password is right, but the account has a second factor, and its code is missing, wrong or used already.",
    remedy: "Send the code that the authenticator app shows now as code, or a recovery code; each works once.",
  },
  SECOND_FACTOR_MISSING: {
    status: 403,
    title: "The account has no second factor yet",
    means:
      "An owner of a marketplace that is live can do nothing else before a second factor is set up, an operator nothing about live data.",
    remedy: "Set one up in the dashboard or the console under Security, then log in again.",
  },
  PHONE_NOT_VERIFIED: {
    status: 403,
    title: "The account has no verified phone number yet",
    means: "A register is asked about its owner alone, whom the account’s verified phone number shows to be the one.",
    remedy: "Have a code sent to the phone and send it back, then ask again; or let the merchant type the details.",
  },
  MARKETPLACE_NOT_LIVE: {
    status: 403,
    title: "The marketplace is not live yet",
    means: "A live credential was used, but the marketplace has not been switched live.",
    remedy: "Use test credentials until then. The service’s operators switch a marketplace live.",
    toMerchant: "This marketplace does not offer financing yet.",
  },
  TEST_KEY_REQUIRED: {
    status: 403,
    title: "This operation needs a test key",
    means: "Test helpers change test data only, and the key is a live one.",
    remedy: "Send a key that begins with sk_test_.",
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    title: "The access token lacks the scope",
    means: "The access token is valid, but was not granted the scope that the operation needs.",
    remedy: "Ask for the scope that WWW-Authenticate names, with a new authorization.",
  },
  INSUFFICIENT_ROLE: {
    status: 403,
    title: "Your role does not allow this",
    means: "Your role in the dashboard does not allow this act: viewers change nothing and see no secret.",
    remedy: "Ask an owner or administrator of the marketplace.",
  },
  NOT_FOUND: {
    status: 404,
    title: "Not found",
    means: "Nothing exists under this id or address, or it belongs to somebody else: both answer alike.",
    remedy: "Check the id, its environment (test or live) and the address.",
    toMerchant: "That is no longer there.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: "The method is not supported here",
    means: "The address exists, but does not take this method.",
    remedy: "Use one of the methods that the Allow header lists.",
  },
  // These two are answered by scripts/server/sockets.mjs: there is no request to ask the application about.
  REQUEST_TIMEOUT: {
    status: 408,
    title: "The request took too long",
    means: "The request did not arrive in full within the time that is allowed for it.",
    remedy: "Send again, over a connection that is faster or with a smaller body.",
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    title: "The headers are too large",
    means: "The headers of the request together are larger than the service reads.",
    remedy: "Send fewer or shorter headers and cookies.",
  },
} satisfies Record<string, ErrorRow>;
