/** What the bodies of refused webhooks are encrypted as; see `lib/crypto.ts`. */
export const refusalPurpose = "inbound_refusals.body";
