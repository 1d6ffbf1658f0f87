import type { ErrorRow } from "./error-row";

const readFirst = "Read the state as it is now, and decide with that.";

export const loanErrors = {
  DEDUCTION_CONFLICT: {
    status: 409,
    title: "The deduction or reversal was already reported with different figures",
    means: "This deduction or reversal has been reported with other figures.",
    remedy: "Check your books. Report a correction as a reversal and a new deduction under a new reference.",
  },
  SETTLEMENT_CONFLICT: {
    status: 409,
    title: "The settlement was already reported with different figures",
    means: "This settlement has been reported with other figures.",
    remedy: "Correct it with POST /api/v1/marketplace-api/settlements/{reference}/correct.",
  },
  LOAN_STATE_CONFLICT: {
    status: 409,
    title: "The loan's state does not allow this",
    means: "The loan is in a state in which this cannot be done.",
    remedy: readFirst,
    toMerchant: "This has been done already, or is not possible any more.",
  },
  OFFER_EXPIRED: {
    status: 409,
    title: "The offer has expired",
    means: "The offer was not accepted in time.",
    remedy: "Request funding again.",
    toMerchant: "This offer has expired. You can ask for funding again.",
  },
  PROPOSAL_NOT_OPEN: {
    status: 409,
    title: "The proposal is no longer open",
    means: "The proposal, of terms or between operators, was answered, replaced or cleared, or has expired.",
    remedy: readFirst,
    toMerchant: "This proposal is no longer open. Nothing was changed.",
  },
  OWN_PROPOSAL: {
    status: 403,
    title: "Another operator has to decide",
    means: "Whoever proposes something does not decide about it.",
    remedy: "Have another operator approve or reject it.",
  },
  EVIDENCE_CHANGED: {
    status: 409,
    title: "What the decision rests on has changed",
    means: "Something has happened since the proposal or case was read, so what was seen does not hold any more.",
    remedy: "Read it again. Where a proposal is cleared, look at what it was about and propose it anew.",
  },
  OFFER_WITHDRAWN: {
    status: 409,
    title: "The offer no longer stands",
    means: "By today’s facts the offer would not be made, so the loan is cancelled and no money moves.",
    remedy: "Request funding again to see what is possible now.",
    toMerchant: "Your sales or loans have changed since this offer was made, so it has ended. Nothing was paid out.",
  },
  PAYOUT_ACCOUNT_REFUSED: {
    status: 409,
    title: "The payout account cannot be used",
    means: "The bank does not know the account, or cannot be paid to there.",
    remedy: "Check bank and number with the merchant, or take another account.",
  },
  MANDATE_NOT_ACTIVE: {
    status: 409,
    title: "The loan has no mandate to debit the account",
    means: "The loan has no mandate in force, so the account cannot be debited.",
    remedy: "Have the merchant agree to a new mandate first.",
    toMerchant: "The mandate on your account has ended, so nothing was taken. Agree again at your bank first.",
  },
  PAYMENT_IN_PROGRESS: {
    status: 409,
    title: "Another payment is under way",
    means: "The bank is still being asked for another payment of this loan.",
    remedy: "Wait until that one is answered.",
    toMerchant: "Your bank is still handling another payment. Wait until it is done.",
  },
  PAYMENT_TOO_LARGE: {
    status: 409,
    title: "The payment is larger than what can be debited",
    means: "The payment is more than the mandate allows or than is outstanding.",
    remedy: "Ask for the payoff quote again, and pay no more than it says.",
    toMerchant: "That is more than can be paid now, so nothing was taken. Look at the amounts again.",
  },
  COOLING_OFF_REFUSED: {
    status: 409,
    title: "The payment would not end the loan without interest",
    means:
      "The payment would not end the loan without interest: the amount is another one by now, or the days are over.",
    remedy: "Ask for the payoff quote again; it says what would, and until when.",
    toMerchant: "Paying that would not have ended the loan any more, so nothing was taken. Look at the amounts again.",
  },
  LINK_NOT_VALID: {
    status: 409,
    title: "The link has been used or has expired",
    means: "The link was used, or its time is over.",
    remedy: "Open the step again for a new link.",
    toMerchant: "That link has been used or has expired. Get a new one.",
  },
  BREAK_NEEDS_OPERATOR: {
    status: 409,
    title: "Only an operator can close this break",
    means:
      "The break says that the lender got too little or the merchant gave too much, which only an operator can close.",
    remedy:
      "Answer it with POST /api/v1/marketplace-api/breaks/{breakId}/answer; what is sent later ends it by itself.",
  },
  BREAK_RESOLVED: {
    status: 409,
    title: "The break is already resolved",
    means: "The break has been closed.",
    remedy: "Nothing. Read it to see by whom and how.",
  },
  TOO_MANY_COMPLAINTS: {
    status: 409,
    title: "Too many complaints wait for an answer",
    means: "The merchant has as many complaints waiting for an answer as it may have.",
    remedy: "Wait for the first to be answered.",
    toMerchant: "You have several complaints that we still have to answer. Please wait for the first answer.",
  },
  COMPLAINT_STATE_CONFLICT: {
    status: 409,
    title: "The complaint's state does not allow this",
    means: "The complaint was answered or closed meanwhile, or has no answer yet.",
    remedy: readFirst,
  },
} satisfies Record<string, ErrorRow>;
