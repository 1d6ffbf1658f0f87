/** The one currency of the service (ISO 4217). */
export const currency = "NGN";

/** Largest amount accepted on the wire, in naira; in kobo it stays far inside the exact integers of a double. */
export const maxAmount = 1e13;

/** Naira on the wire to integer kobo, half-up. Exact for amounts with at most two decimals. */
export function toKobo(naira: number): number {
  const kobo = naira * 100;
  const rounded = Math.round(kobo);
  // The noise of the multiplication, far below 15 digits, decides only next to a half: there the slow way rounds it off.
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
  return Number((BigInt(kobo) * BigInt(basisPoints) + 5_000n) / 10_000n);
}

/** Rounds kobo down to whole steps of `step` naira (lending caps are quoted in thousands). */
export function floorToNaira(kobo: number, step: number): number {
  return Math.floor(kobo / (step * 100)) * step * 100;
}
