/**
 * The amount in naira that somebody typed, with or without a sign of naira, spaces and commas between thousands. NaN when it
 * is none, or has more than two decimals.
 */
export function amountOf(typed: string): number {
  const plain = typed.replace(/[₦\s,]/g, "");
  return /^\d{1,13}(\.\d{0,2})?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** An amount as it stands in the field: `250,000`, with kobo only where there are some. */
export function typedText(amount: number): string {
  if (Number.isNaN(amount)) return "";
  const decimals = Number.isInteger(amount) ? 0 : 2;
  return amount.toLocaleString("en-NG", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
