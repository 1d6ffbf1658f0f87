/** A fraction of whole numbers, exact; the denominator is positive. */
type Fraction = { over: bigint; under: bigint };

/** What a double is worth, exactly: its sign, its 53 binary digits and its exponent, read from its bits. */
function exactly(value: number): Fraction & { lastPlace: Fraction } {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const exponent = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xf_ffff_ffff_ffffn;
  const digits = exponent === 0 ? fraction : fraction | (1n << 52n);
  const power = BigInt(Math.max(exponent, 1) - 1075);
  const unit = power < 0n ? { over: 1n, under: 1n << -power } : { over: 1n << power, under: 1n };
  const sign = raw >> 63n === 1n ? -1n : 1n;
  return { over: sign * digits * unit.over, under: unit.under, lastPlace: unit };
}

type Tolerance = { places: bigint; hundredths: bigint };

const magnitude = (value: bigint) => (value < 0n ? -value : value);
const isBelow = (one: Fraction, other: Fraction) => one.over * other.under < other.over * one.under;

/**
 * The kobo that an amount in naira is by docs/api.md#money, in decimal arithmetic without rounding: the nearest, if it is
 * within `hundredths` of a millionth of a kobo or within `places` units in the last place. Otherwise null.
 */
export function koboByRule(naira: number, { places, hundredths }: Tolerance): bigint | null {
  const { over, under, lastPlace } = exactly(naira);
  const hundred = { over: over * 100n, under };
  // Half-up: floor(x + 1/2).
  const doubled = 2n * hundred.over + under;
  const whole = doubled / (2n * under) - (doubled < 0n && doubled % (2n * under) !== 0n ? 1n : 0n);
  const away = { over: magnitude(hundred.over - whole * under), under };
  const noise = { over: 100n * places * lastPlace.over, under: lastPlace.under };
  const near = !isBelow({ over: hundredths, under: 100_000_000n }, away) || !isBelow(noise, away);
  return near ? whole : null;
}
