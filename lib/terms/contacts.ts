/** How somebody spoke with a merchant about a loan. */
export const contactChannels = ["PHONE", "SMS", "WHATSAPP", "E_MAIL", "IN_PERSON", "OTHER"] as const;
export type ContactChannel = (typeof contactChannels)[number];

/** Characters of what an operator notes about a call. */
export const contactLength = 2_000;

/** How many days ahead a merchant may promise to pay: a later day takes new terms. */
export const promiseDays = 30;

/** OPEN: its day has not passed. What the ledger received until then says KEPT or BROKEN. */
export const promiseStates = ["OPEN", "KEPT", "BROKEN", "REPLACED"] as const;
export type PromiseState = (typeof promiseStates)[number];
