/** The one currency of the service (ISO 4217). */
export const currency = "NGN";

/** Largest amount accepted on the wire, in naira. In kobo a double holds it exactly. */
export const maxAmount = 1e13;

declare const brand: unique symbol;

/** An amount in whole kobo, hundredths of a naira. Branded, so that naira cannot be passed for it. */
export type Kobo = number & { readonly [brand]: true };

/** @throws RangeError when the number is fractional or beyond the integers that a double holds exactly. */
export function kobo(value: number): Kobo {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number of kobo.`);
  return value as Kobo;
}

export const zero = kobo(0);

export function plus(one: Kobo, other: Kobo): Kobo {
  return kobo(one + other);
}

export function minus(from: Kobo, taken: Kobo): Kobo {
  return kobo(from - taken);
}

export function negated(amount: Kobo): Kobo {
  return minus(zero, amount);
}

export function sumOf(amounts: Iterable<Kobo>): Kobo {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return kobo(sum);
}

export function totalOf(entries: Iterable<{ readonly amount: Kobo }>): Kobo {
  let total = 0;
  for (const { amount } of entries) total += amount;
  return kobo(total);
}

export function least(one: Kobo, other: Kobo): Kobo {
  return one < other ? one : other;
}

export function greatest(one: Kobo, other: Kobo): Kobo {
  return one > other ? one : other;
}

/** Naira on the wire to kobo, half-up. Exact for amounts with at most two decimals. */
export function toKobo(naira: number): Kobo {
  return kobo(roundedKobo(naira));
}

export function fromKobo(kobo: Kobo): number {
  return kobo / 100;
}

export function inNaira<Name extends string>(amounts: Readonly<Record<Name, Kobo>>): Record<Name, number> {
  const entries = Object.entries<Kobo>(amounts).map(([name, amount]) => [name, fromKobo(amount)]);
  return Object.fromEntries(entries) as Record<Name, number>;
}

/** The noise of binary floating point is no third decimal: 1234.56 × 10 is 12345.599999999999 (docs/api.md#money). */
export function isWholeKobo(naira: number): boolean {
  const off = Math.abs(roundedKobo(naira) / 100 - naira);
  // Nearly always, and the logarithm below takes longer than all the rest.
  if (off <= 1e-8) return true;
  return off <= 8 * 2 ** (Math.floor(Math.log2(Math.abs(naira) || 1)) - 52);
}

/** An amount in naira without the noise of binary floating point; one with more than two decimals stays as it is. */
export function withoutNoise(naira: number): number {
  return isWholeKobo(naira) ? roundedKobo(naira) / 100 : naira;
}

function roundedKobo(naira: number): number {
  const kobo = naira * 100;
  if (kobo === 0) return 0;
  // Cutting off the noise of the multiplication at 15 digits moves the amount by less than a 1e-14th of it, which
  // matters only close to a half: only there it takes the slow way through a text.
  const rounded = Math.round(kobo);
  if (Math.abs(kobo) >= 1e15) return rounded;
  if (kobo > 0 && Math.abs(kobo - rounded) < 0.5 - kobo * 1e-14) return rounded;
  // Added to zero, so that it is never -0.
  return Math.round(Number(kobo.toPrecision(15))) + 0;
}

/** Kobo × basis points, rounded half-up to the kobo. Exact at any size the wire allows. */
export function shareOf(amount: Kobo, basisPoints: number): Kobo {
  // Doubles divide whole numbers up to 2^53 exactly enough: the quotient never reaches the next kobo.
  const numerator = amount * basisPoints + 5_000;
  if (numerator >= 0 && Number.isSafeInteger(numerator)) return kobo(Math.floor(numerator / 10_000));
  return kobo(Number((BigInt(amount) * BigInt(basisPoints) + 5_000n) / 10_000n));
}

/** Rounds down to whole steps of `step` naira (lending caps are quoted in thousands). */
export function floorToNaira(amount: Kobo, step: number): Kobo {
  return kobo(Math.floor(amount / (step * 100)) * step * 100);
}

// Kept: making a format takes many times as long as using it.
const twoDecimals = new Intl.NumberFormat("en-NG", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** An amount as people read it: `₦1,234,567.89`, a minus before the sign. */
export function nairaText(naira: number): string {
  return `${naira < 0 ? "−" : ""}₦${twoDecimals.format(Math.abs(naira))}`;
}
