/** Encryption purpose of the bodies of refused webhooks. */
export const refusalPurpose = "inbound_refusals.body";
