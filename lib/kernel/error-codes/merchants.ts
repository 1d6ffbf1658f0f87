import type { ErrorRow } from "./error-row";

export const merchantErrors = {
  KYC_NOT_EDITABLE: {
    status: 409,
    title: "The KYC record cannot be edited now",
    means: "The KYC record is being reviewed or is decided, so nothing in it can change.",
    remedy: "Wait for the outcome. If something is missing, kyc.requires_update opens the record again.",
    toMerchant: "Your application has been sent, so this can no longer be changed.",
  },
  KYC_INCOMPLETE: {
    status: 409,
    title: "The KYC record is not complete",
    means: "The KYC record was submitted before every required step was complete.",
    remedy: "Complete the steps that errors names, then submit again.",
    toMerchant: "Something is still missing. Check each step, then send it again.",
  },
  KYC_REJECTED: {
    status: 409,
    title: "KYC was rejected",
    means: "The merchant’s KYC was rejected, so it cannot request funding.",
    remedy: "Nothing by the API. A reviewer may reopen the record.",
    toMerchant: "Your application was not approved, so funding cannot be asked for.",
  },
  KYC_NOT_REVIEWABLE: {
    status: 409,
    title: "The KYC record is not waiting for review",
    means: "Only a submitted KYC record can be approved, rejected or sent back.",
    remedy: "Submit it first; one that has this outcome already is left as it is.",
  },
  KYC_TAKEN: {
    status: 409,
    title: "Another reviewer has this case",
    means: "An operator has taken the KYC record, so another can read it and decides nothing about it.",
    remedy: "Take it over, saying why, or leave it to whoever has it.",
  },
  DRAFT_CONFLICT: {
    status: 409,
    title: "The draft has changed since it was read",
    means: "The draft was changed elsewhere after the page had read it.",
    remedy: "Read the session again and let the merchant choose which of the two to keep.",
  },
  EDIT_CONFLICT: {
    status: 412,
    title: "What is to be replaced has changed since it was read",
    means:
      "What you replace has changed since you read it, in another window, on another device or by the marketplace.",
    remedy: "Read it again, decide what should stand, and send that with the ETag you have just read in `If-Match`.",
    toMerchant: "Someone changed this in the meantime. Nothing is overwritten until you choose.",
  },
  NOT_CONNECTED: {
    status: 409,
    title: "The account has no merchant at any marketplace",
    means: "The account has no merchant at any marketplace, so there is nothing that the operation could be about.",
    remedy: "Connect the account with a marketplace first.",
  },
  CONNECTION_CLOSED: {
    status: 409,
    title: "The merchant's connection is not open",
    means: "The merchant is disconnected: its loans go on, but nothing new begins.",
    remedy: "Stop sending data and requests for it. Connecting again takes a new consent.",
    toMerchant: "Your shop is no longer connected, so nothing can be changed here.",
  },
  ACCESS_REFUSED: {
    status: 409,
    title: "The marketplace gave no access to the merchant's data",
    means:
      "The marketplace gave no permission or no usable answer, or one for a merchant that this account may not have.",
    remedy: "Read detail, which says which of them it is; then begin to connect anew.",
  },
  UPLOAD_NOT_ACCEPTED: {
    status: 409,
    title: "The upload's state does not allow this",
    means: "The upload has expired, has its bytes already or lacks them.",
    remedy: "Request a new upload, send the bytes, then confirm it.",
    toMerchant: "The file did not arrive in time. Please choose it again.",
  },
  UPLOAD_QUOTA_EXCEEDED: {
    status: 409,
    title: "The quota of uploads is used up",
    means: "The merchant or the marketplace has as many files, or bytes in files, as it may have.",
    remedy: "Attach files that wait, or wait until those that were never attached are deleted; the detail says which.",
  },
  WEBHOOK_NOT_REGISTERED: {
    status: 409,
    title: "No webhook endpoint is registered",
    means: "There is no webhook endpoint to deliver to, or it is disabled.",
    remedy: "Register it, also again after it was disabled, with PUT /api/v1/marketplace-api/webhook.",
  },
  BATCH_CONFLICT: {
    status: 409,
    title: "The batch id was already used for a different batch",
    means: "Another batch was submitted under this batchId.",
    remedy: "Give each batch an id of its own; repeat one only with the same body.",
  },
  EVENT_CONFLICT: {
    status: 409,
    title: "The event id was already used for a different event",
    means: "Another event was received under this event id.",
    remedy: "Give each event an id of its own; repeat one only with the same body.",
  },
} satisfies Record<string, ErrorRow>;
