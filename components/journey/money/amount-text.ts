/**
 * The amount in naira that was typed, with or without ₦ and spaces. Commas group thousands, but a single one before one
 * or two last digits is a decimal comma: `2500,50`. NaN if it is no amount, could be read in two ways (`2,500,50`), or
 * has over two decimals.
 */
export function amountOf(typed: string): number {
  const bare = typed.replace(/[₦\s]/g, "");
  const plain = /^\d+,\d{1,2}$/.test(bare) ? bare.replace(",", ".") : bare;
  const [whole = "", ...decimals] = plain.split(".");
  if (/,\d{1,2}$/.test(whole)) return Number.NaN;
  const number = [whole.replaceAll(",", ""), ...decimals].join(".");
  return /^\d{1,13}(\.\d{0,2})?$/.test(number) ? Number(number) : Number.NaN;
}

/** What the field shows: what is being typed, as long as it is the amount; it may have been chosen elsewhere meanwhile. */
export function shownText(typed: string | null, amount: number): string {
  return typed !== null && Object.is(amountOf(typed), amount) ? typed : typedText(amount);
}

/** An amount as shown in the field: `250,000`, with kobo only if there are some. */
export function typedText(amount: number): string {
  if (Number.isNaN(amount)) return "";
  const decimals = Number.isInteger(amount) ? 0 : 2;
  return amount.toLocaleString("en-NG", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
