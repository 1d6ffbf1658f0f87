import type { ErrorCode } from "@/lib/kernel/errors";

/** What a code says, and what whoever gets it can do. */
type Help = { means: string; remedy: string };

const again = "Send the request again after the seconds in Retry-After.";
const readFirst = "Read the state as it is now, and decide with that.";

/** Every code has one: the compiler asks for it. */
export const help: Record<ErrorCode, Help> = {
  VALIDATION_FAILED: {
    means: "A field of the body, a query parameter or a header is missing, of the wrong type or out of range.",
    remedy: "Mend what errors names: each entry has the field, as a dot path, and what is wrong with it.",
  },
  MALFORMED_JSON: {
    means: "The body is not JSON in UTF-8, is nested too deeply, or ended before it was complete.",
    remedy: "Send one JSON value, with Content-Type: application/json.",
  },
  BODY_TOO_LARGE: {
    means: "The body has more bytes than the operation takes: 1 MiB, for bulk submissions and uploads 10 MiB.",
    remedy: "Send less at once, such as a batch in two halves.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    means: "The Content-Type, or the Content-Encoding, is not one that the operation takes.",
    remedy: "Send JSON as application/json, forms and files as the operation says; compressed with gzip or not at all.",
  },
  UNAUTHENTICATED: {
    means: "There is no credential, or it is mistyped, revoked, expired or meant for another interface.",
    remedy: "Check which credential the operation takes, and that this one is still in force.",
  },
  TOKEN_EXPIRED: {
    means: "The token was valid once; its time is over.",
    remedy: "Mint a new embed token on your backend, refresh an account’s access token, or log in again.",
  },
  SESSION_ENDED: {
    means: "The session of this token was logged out, or ended with a changed password or second factor.",
    remedy: "Log in again. There is nothing to refresh: the session’s refresh token has ended, too.",
  },
  SECOND_FACTOR_REQUIRED: {
    means:
      "The password is right, but the account has a second factor, and its code is missing, wrong or used already.",
    remedy: "Send the code that the authenticator app shows now as code, or a recovery code; each works once.",
  },
  SECOND_FACTOR_MISSING: {
    means: "An owner of a marketplace that is live can do nothing else before a second factor is set up.",
    remedy: "Set one up in the dashboard under Security, then log in again.",
  },
  PHONE_NOT_VERIFIED: {
    means: "A register is asked about its owner alone, whom the account’s verified phone number shows to be the one.",
    remedy: "Have a code sent to the phone and send it back, then ask again; or let the merchant type the details.",
  },
  MARKETPLACE_NOT_LIVE: {
    means: "A live credential was used, but the marketplace has not been switched live.",
    remedy: "Use test credentials until then. The service’s operators switch a marketplace live.",
  },
  TEST_KEY_REQUIRED: {
    means: "Test helpers change test data only, and the key is a live one.",
    remedy: "Send a key that begins with sk_test_.",
  },
  INSUFFICIENT_SCOPE: {
    means: "The access token is valid, but was not granted the scope that the operation needs.",
    remedy: "Ask for the scope that WWW-Authenticate names, with a new authorization.",
  },
  INSUFFICIENT_ROLE: {
    means: "Your role in the dashboard does not allow this act: viewers change nothing and see no secret.",
    remedy: "Ask an owner or administrator of the marketplace.",
  },
  NOT_FOUND: {
    means: "Nothing exists under this id or address, or it belongs to somebody else: both answer alike.",
    remedy: "Check the id, its environment (test or live) and the address.",
  },
  METHOD_NOT_ALLOWED: {
    means: "The address exists, but does not take this method.",
    remedy: "Use one of the methods that the Allow header lists.",
  },
  REQUEST_TIMEOUT: {
    means: "The request did not arrive in full within the time that is allowed for it.",
    remedy: "Send again, over a connection that is faster or with a smaller body.",
  },
  HEADERS_TOO_LARGE: {
    means: "The headers of the request together are larger than the service reads.",
    remedy: "Send fewer or shorter headers and cookies.",
  },
  KYC_NOT_EDITABLE: {
    means: "The KYC record is being reviewed or is decided, so nothing in it can change.",
    remedy: "Wait for the outcome. If something is missing, kyc.requires_update opens the record again.",
  },
  KYC_INCOMPLETE: {
    means: "The KYC record was submitted before every required step was complete.",
    remedy: "Complete the steps that errors names, then submit again.",
  },
  KYC_REJECTED: {
    means: "The merchant’s KYC was rejected, so it cannot request funding.",
    remedy: "Nothing by the API. A reviewer may reopen the record.",
  },
  KYC_NOT_REVIEWABLE: {
    means: "Only a submitted KYC record can be approved, rejected or sent back.",
    remedy: "Submit it first; one that has this outcome already is left as it is.",
  },
  DRAFT_CONFLICT: {
    means: "The draft was changed elsewhere after the page had read it.",
    remedy: "Read the session again and let the merchant choose which of the two to keep.",
  },
  EDIT_CONFLICT: {
    means:
      "What you replace has changed since you read it, in another window, on another device or by the marketplace.",
    remedy: "Read it again, decide what should stand, and send that with the ETag you have just read in `If-Match`.",
  },
  NOT_CONNECTED: {
    means: "The account has no merchant at any marketplace, so there is nothing that the operation could be about.",
    remedy: "Connect the account with a marketplace first.",
  },
  CONNECTION_CLOSED: {
    means: "The merchant is disconnected: its loans go on, but nothing new begins.",
    remedy: "Stop sending data and requests for it. Connecting again takes a new consent.",
  },
  ACCESS_REFUSED: {
    means:
      "The marketplace gave no permission or no usable answer, or one for a merchant that this account may not have.",
    remedy: "Read detail, which says which of them it is; then begin to connect anew.",
  },
  UPLOAD_NOT_ACCEPTED: {
    means: "The upload has expired, has its bytes already or lacks them.",
    remedy: "Request a new upload, send the bytes, then confirm it.",
  },
  UPLOAD_QUOTA_EXCEEDED: {
    means: "The merchant or the marketplace has as many files, or bytes in files, as it may have.",
    remedy: "Attach files that wait, or wait until those that were never attached are deleted; the detail says which.",
  },
  WEBHOOK_NOT_REGISTERED: {
    means: "There is no webhook endpoint to deliver to, or it is disabled.",
    remedy: "Register it, also again after it was disabled, with PUT /api/v1/marketplace-api/webhook.",
  },
  BATCH_CONFLICT: {
    means: "Another batch was submitted under this batchId.",
    remedy: "Give each batch an id of its own; repeat one only with the same body.",
  },
  EVENT_CONFLICT: {
    means: "Another event was received under this event id.",
    remedy: "Give each event an id of its own; repeat one only with the same body.",
  },
  DEDUCTION_CONFLICT: {
    means: "This deduction or reversal has been reported with other figures.",
    remedy: "Check your books. Report a correction as a reversal and a new deduction under a new reference.",
  },
  SETTLEMENT_CONFLICT: {
    means: "This settlement has been reported with other figures.",
    remedy: "Correct it with POST /api/v1/marketplace-api/settlements/{reference}/correct.",
  },
  LOAN_STATE_CONFLICT: {
    means: "The loan is in a state in which this cannot be done.",
    remedy: readFirst,
  },
  OFFER_EXPIRED: {
    means: "The offer was not accepted in time.",
    remedy: "Request funding again.",
  },
  PROPOSAL_NOT_OPEN: {
    means: "The proposal, of terms or between operators, was answered, replaced or cleared, or has expired.",
    remedy: readFirst,
  },
  OWN_PROPOSAL: {
    means: "Whoever proposes something does not decide about it.",
    remedy: "Have another operator approve or reject it.",
  },
  EVIDENCE_CHANGED: {
    means: "Something has happened since the proposal was made or read, so what was seen does not hold any more.",
    remedy: "Read the proposal again. Where it is cleared, look at the loan and propose it anew.",
  },
  OFFER_WITHDRAWN: {
    means: "By today’s facts the offer would not be made, so the loan is cancelled and no money moves.",
    remedy: "Request funding again to see what is possible now.",
  },
  PAYOUT_ACCOUNT_REFUSED: {
    means: "The bank does not know the account, or cannot be paid to there.",
    remedy: "Check bank and number with the merchant, or take another account.",
  },
  MANDATE_NOT_ACTIVE: {
    means: "The loan has no mandate in force, so the account cannot be debited.",
    remedy: "Have the merchant agree to a new mandate first.",
  },
  PAYMENT_IN_PROGRESS: {
    means: "The bank is still being asked for another payment of this loan.",
    remedy: "Wait until that one is answered.",
  },
  PAYMENT_TOO_LARGE: {
    means: "The payment is more than the mandate allows or than is outstanding.",
    remedy: "Ask for the payoff quote again, and pay no more than it says.",
  },
  COOLING_OFF_REFUSED: {
    means:
      "The payment would not end the loan without interest: the amount is another one by now, or the days are over.",
    remedy: "Ask for the payoff quote again; it says what would, and until when.",
  },
  LINK_NOT_VALID: {
    means: "The link was used, or its time is over.",
    remedy: "Open the step again for a new link.",
  },
  BREAK_NEEDS_OPERATOR: {
    means:
      "The break says that the lender got too little or the merchant gave too much, which only an operator can close.",
    remedy:
      "Answer it with POST /api/v1/marketplace-api/breaks/{breakId}/answer; what is sent later ends it by itself.",
  },
  BREAK_RESOLVED: {
    means: "The break has been closed.",
    remedy: "Nothing. Read it to see by whom and how.",
  },
  TOO_MANY_SECRET_KEYS: {
    means: "As many secret keys of this environment are in force as there may be: 20.",
    remedy: "Revoke a key that is not used any more, then create the new one.",
  },
  GO_LIVE_REFUSED: {
    means: "Something of the go-live checklist does not hold yet, or the marketplace is live already.",
    remedy: "Do what the checklist in the dashboard names, then ask again.",
  },
  EMAIL_TAKEN: {
    means: "There is an account with this e-mail address.",
    remedy: "Sign in with it, or take another address.",
  },
  STILL_IN_USE: {
    means: "Loans, offers or payments of what was to be archived are not at their end.",
    remedy: "Wait until they are, or bring them to it; the detail says which there are. Then archive it.",
  },
  ARCHIVED: {
    means: "What was to be changed is archived: it is kept to be looked up, and takes part in nothing.",
    remedy: "Change what is in use, or make another.",
  },
  LAST_OWNER: {
    means: "Nobody but this owner could make owners any more.",
    remedy: "Make somebody else an owner first.",
  },
  IDEMPOTENCY_CONFLICT: {
    means: "The Idempotency-Key was used for a request with another body within the last 24 hours.",
    remedy: "Use a new key for a new request, and an old one only to repeat the same.",
  },
  IDEMPOTENCY_IN_PROGRESS: {
    means: "The first request with this Idempotency-Key is still running.",
    remedy: `${again} By then it has its answer.`,
  },
  RATE_LIMITED: {
    means: "More requests came in a minute than the credential, or the address, is allowed.",
    remedy: `${again} RateLimit and RateLimit-Policy say how much is left.`,
  },
  INTERNAL_ERROR: {
    means: "The fault is ours. Some data may have been stored.",
    remedy:
      "Repeat it with the same Idempotency-Key, batchId or eventId, or read before you repeat. If it stays, tell support the requestId.",
  },
  SERVICE_UNAVAILABLE: {
    means:
      "Something that the service needs, such as its database or a marketplace's server, cannot be used at the moment.",
    remedy: again,
  },
};
