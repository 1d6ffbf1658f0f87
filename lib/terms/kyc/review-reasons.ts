/** Why something is asked for again, by the code that marketplaces are told, with words to begin a message with. */
export const askReasons = {
  DOCUMENT_UNREADABLE: "The document cannot be read. Upload a sharper copy.",
  DOCUMENT_EXPIRED: "The document has expired. Upload one that is valid.",
  DOCUMENT_INCOMPLETE: "Pages of the document are missing. Upload all of them.",
  DOCUMENT_WRONG: "This is not the document that was asked for. Upload the right one.",
  DETAILS_MISMATCH: "What was given is not what the document says. Check it and send it again.",
  IDENTITY_MISMATCH:
    "The number does not belong to this person, as far as we can tell. Check the number, the name and the date of birth.",
  NUMBER_IMPLAUSIBLE: "The number is of no shape that is issued. Check it.",
  ADDRESS_UNCLEAR: "The address is not clear. Give street, number and town.",
  DIRECTOR_UNDER_AGE: "By the date of birth given, this director is under 18. Check the date of birth.",
  OTHER: "",
} as const;
export type AskReason = keyof typeof askReasons;

/** Why an application is rejected; the merchant reads these words, and the reviewer's own after them. */
export const rejectReasons = {
  OWNERSHIP_UNPROVEN: "The documents do not show who owns the business.",
  IDENTITY_UNPROVEN: "The identity of a director could not be confirmed.",
  DOCUMENT_NOT_GENUINE: "A document could not be accepted.",
  BUSINESS_NOT_ELIGIBLE: "We do not finance businesses of this kind.",
  NO_ANSWER: "What we asked for has not come.",
  OTHER: "",
} as const;
export type RejectReason = keyof typeof rejectReasons;

/** What the merchant is told. */
export function rejectionText(reason: RejectReason, words: string): string {
  return [rejectReasons[reason], words.trim()].filter(Boolean).join(" ");
}

export const askLabels: Record<AskReason, string> = {
  DOCUMENT_UNREADABLE: "Cannot be read",
  DOCUMENT_EXPIRED: "Has expired",
  DOCUMENT_INCOMPLETE: "Pages are missing",
  DOCUMENT_WRONG: "Is another document",
  DETAILS_MISMATCH: "Is not what the document says",
  IDENTITY_MISMATCH: "Number and person do not belong together",
  NUMBER_IMPLAUSIBLE: "Number of no shape that is issued",
  ADDRESS_UNCLEAR: "Address is not clear",
  DIRECTOR_UNDER_AGE: "Under age by the date of birth",
  OTHER: "Something else",
};

export const rejectLabels: Record<RejectReason, string> = {
  OWNERSHIP_UNPROVEN: "Ownership is not proven",
  IDENTITY_UNPROVEN: "Identity is not proven",
  DOCUMENT_NOT_GENUINE: "A document is not genuine",
  BUSINESS_NOT_ELIGIBLE: "We do not finance such businesses",
  NO_ANSWER: "No answer to what was asked",
  OTHER: "Something else",
};
