/** The amount in naira that was typed, with or without ₦, spaces and commas. NaN if it is none, or has over two decimals. */
export function amountOf(typed: string): number {
  const plain = typed.replace(/[₦\s,]/g, "");
  return /^\d{1,13}(\.\d{0,2})?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** An amount as shown in the field: `250,000`, with kobo only if there are some. */
export function typedText(amount: number): string {
  if (Number.isNaN(amount)) return "";
  const decimals = Number.isInteger(amount) ? 0 : 2;
  return amount.toLocaleString("en-NG", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
