/** Days a merchant has to accept an offer (docs/lending.md#offers). */
export const offerDays = 30;

/** The repayment method, as spelled on the wire. */
export const repaymentMethod = "sales_deduction";
