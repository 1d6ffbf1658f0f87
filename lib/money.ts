/** The one currency of the service (ISO 4217). */
export const currency = "NGN";

/** Largest amount accepted on the wire, in naira; in kobo it stays far inside the exact integers of a double. */
export const maxAmount = 1e13;

/** Naira on the wire to integer kobo, half-up. Exact for amounts with at most two decimals. */
export function toKobo(naira: number): number {
  const kobo = naira * 100;
  if (kobo === 0) return 0;
  // Cutting off the noise of the multiplication at 15 digits moves the amount by less than a 1e-14th of it. Only that close
  // to a half can it matter, so only there the amount takes the slow way through a text.
  const rounded = Math.round(kobo);
  if (kobo > 0 && Math.abs(kobo - rounded) < 0.5 - kobo * 1e-14) return rounded;
  return Math.round(Number(kobo.toPrecision(15)));
}

/** Integer kobo to naira for the wire. */
export function fromKobo(kobo: number): number {
  return kobo / 100;
}

/** Whether an amount in naira has at most two decimals. */
export function isWholeKobo(naira: number): boolean {
  return fromKobo(toKobo(naira)) === naira;
}

/** A share of an amount: kobo × basis points, rounded half-up to the kobo. Exact at any size the wire allows. */
export function shareOf(kobo: number, basisPoints: number): number {
  // Whole numbers up to 2^53 divide exactly enough for doubles: the quotient is never rounded up to the next kobo.
  const numerator = kobo * basisPoints + 5_000;
  if (numerator >= 0 && Number.isSafeInteger(numerator)) return Math.floor(numerator / 10_000);
  return Number((BigInt(kobo) * BigInt(basisPoints) + 5_000n) / 10_000n);
}

/** Rounds kobo down to whole steps of `step` naira (lending caps are quoted in thousands). */
export function floorToNaira(kobo: number, step: number): number {
  return Math.floor(kobo / (step * 100)) * step * 100;
}

/** An amount as people read it: `₦1,234,567.89`; a minus stands before the sign. */
export function nairaText(naira: number): string {
  const digits = Math.abs(naira).toLocaleString("en-NG", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${naira < 0 ? "−" : ""}₦${digits}`;
}
