/** Days a merchant has to accept an offer (docs/lending.md#offers). */
export const offerDays = 30;

/** Days between the early and the late date of a forecast from which it is a range; with fewer it is one date. */
const rangeFrom = 4;

/** Whether a forecast is told as its likely date alone (docs/servicing.md#forecast). Dates as YYYY-MM-DD. */
export function foreseenAsOne({ early, late }: { early: string | null; late: string | null }): boolean {
  if (early === null || late === null) return early === late;
  return (Date.parse(late) - Date.parse(early)) / 86_400_000 < rangeFrom;
}

/** The repayment method, as spelled on the wire. */
export const repaymentMethod = "sales_deduction";
