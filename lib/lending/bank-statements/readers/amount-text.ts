import { type Kobo, kobo, maxAmount, zero } from "@/lib/kernel/money";

type Marks = { decimalMark: string; thousandsMark?: string | undefined };

/** Largest amount, in kobo, of a line or a balance. */
const largest = maxAmount * 100;

/**
 * An amount without a sign, digit by digit and never through a fraction; undefined where it is none, "TOO_LARGE" beyond
 * what an amount can be. More than two decimals are an amount only where the rest is zeros.
 */
export function unsignedKobo(text: string, { decimalMark, thousandsMark }: Marks): Kobo | "TOO_LARGE" | undefined {
  const [whole = "", decimals = "", ...more] = text.split(decimalMark);
  if (more.length > 0 || !/^\d*$/.test(decimals)) return undefined;
  const digits = joined(whole, thousandsMark);
  if (digits === undefined || digits + decimals === "" || !/^0*$/.test(decimals.slice(2))) return undefined;
  const significant = digits.replace(/^0+/, "") + decimals.slice(0, 2).padEnd(2, "0");
  if (significant.length > 15 || Number(significant) > largest) return "TOO_LARGE";
  return kobo(Number(significant));
}

/** Groups but for the first have three digits: by other marks, 1.50 would be 150. */
function joined(whole: string, mark: string | undefined): string | undefined {
  if (/^\d*$/.test(whole)) return whole;
  const groups = mark === undefined ? [] : whole.split(mark);
  const [first = "", ...others] = groups;
  if (!/^\d{1,3}$/.test(first) || others.some((group) => !/^\d{3}$/.test(group))) return undefined;
  return groups.join("");
}

/** As banks write them in CSV files: `-1,000.50`, `1,000.50-`, `(1,000.50)`, `1,000.50 DR`, `NGN 1,000.50`. */
export function signedKobo(text: string, marks: Marks): Kobo | "TOO_LARGE" | undefined {
  const bare = text
    .replace(/[\s\u00A0\u202F]+/gu, " ")
    .replace(/\u2212/gu, "-")
    .replace(/^(-?) ?(?:NGN|₦) ?/iu, "$1")
    .trim();
  const shapes = [/^-(.+)$/, /^(.+)-$/, /^\((.+)\)$/, /^(.+?) ?DR$/i];
  const negative = shapes.map((shape) => shape.exec(bare)?.[1]).find((found) => found !== undefined);
  const amount = unsignedKobo((negative ?? bare.replace(/^\+| ?CR$/gi, "")).trim(), marks);
  if (typeof amount !== "number" || negative === undefined) return amount;
  // Zero has no sign.
  return amount === 0 ? zero : kobo(-amount);
}
