import { fromKobo, greatest, type Kobo, minus, nairaText, zero } from "@/lib/money";
import type { BreakType } from "./constants";

type Facts = { expected: Kobo | null; actual: Kobo | null; evidence: Record<string, unknown> };

/** The breaks about a day's collection: what is wrong, and what ends them (docs/collection.md#breaks). */
export const collectionMessages = {
  SHORT_DEDUCTION: (facts) =>
    `${agreed(facts)} should have been deducted from the sales of ${day(facts)}, and ${taken(facts)} was: ${difference(facts)} is missing. Deduct it, or find deductions that were not reported, and report them as repayment.deducted with the order in source_transaction; the evidence lists the orders that are short. If an order was smaller than a source_transaction said, send a sales event with its true amount. The break then closes automatically.`,
  OVER_DEDUCTION: (facts) =>
    `${taken(facts)} was deducted from the sales of ${day(facts)}, and ${agreed(facts)} was agreed: ${difference(facts)} too much. Give it back to the merchant and report it as repayment.reversed: ${reversals(facts)}. If an order was larger than reported, send a sales event with its true amount and time; if sales were not reported, send theirs. The break then closes automatically.`,
  DUPLICATE_ORDER: (facts) =>
    `Orders of ${day(facts)} were deducted from more than once: ${taken(facts)} in all, and ${agreed(facts)} was agreed. Give ${difference(facts)} back to the merchant and report it as repayment.reversed: ${reversals(facts)}. The break then closes automatically.`,
  PAUSED_DEDUCTION: (facts) =>
    `${taken(facts)} was deducted on or from sales of ${day(facts)} while collection was paused. Give it back to the merchant and report it as repayment.reversed: ${reversals(facts)}. The break then closes automatically.${fromBefore(facts)}`,
  EXCEEDS_SALE: (facts) =>
    facts.evidence.salesCount === 0
      ? `${difference(facts)} was deducted on ${day(facts)} without any sale behind it. Send a sales event for each sale that it was taken from, or give it back to the merchant and report it as repayment.reversed: ${reversals(facts)}. The break then closes automatically.`
      : `${taken(facts)} was deducted from orders of ${day(facts)}, more than the orders themselves; ${agreed(facts)} was agreed. Give ${difference(facts)} back to the merchant and report it as repayment.reversed: ${reversals(facts)}. If an order was larger than reported, send a sales event with its true amount and time. The break then closes automatically.`,
} as const satisfies Partial<Record<BreakType, (facts: Facts) => string>>;

const agreed = ({ expected }: Facts) => naira(expected ?? zero);
const taken = ({ actual }: Facts) => naira(actual ?? zero);

function difference({ expected, actual }: Facts): string {
  const [one, other] = [expected ?? zero, actual ?? zero];
  return naira(greatest(minus(one, other), minus(other, one)));
}

function day({ evidence }: Facts): string {
  return typeof evidence.day === "string" ? evidence.day : "the day";
}

/** What a sale made before a pause owes is still owed after it: given back alone, it would come short. */
function fromBefore({ evidence }: Facts): string {
  const sales: unknown[] = Array.isArray(evidence.sales) ? evidence.sales : [];
  if (!sales.some((sale) => isSale(sale) && sale.agreed > 0)) return "";
  return " Of sales made before the pause, deduct what was agreed once collection goes on, and report it under another reference with the order in source_transaction; otherwise it is missing.";
}

function isSale(value: unknown): value is { agreed: number } {
  return typeof value === "object" && value !== null && "agreed" in value && typeof value.agreed === "number";
}

const shownAtMost = 5;

/** How much to reverse of which deduction, as far as the evidence says. */
function reversals({ evidence }: Facts): string {
  const list: unknown[] = Array.isArray(evidence.reversals) ? evidence.reversals : [];
  const named = list.flatMap((one) => (isReversal(one) ? [`${nairaText(one.amount)} of ${one.reference}`] : []));
  if (named.length === 0) return "see the evidence";
  const more = named.length - shownAtMost;
  return named.slice(0, shownAtMost).join(", ") + (more > 0 ? ` and ${more} more in the evidence` : "");
}

function isReversal(value: unknown): value is { reference: string; amount: number } {
  return typeof value === "object" && value !== null && "reference" in value && "amount" in value;
}

function naira(amount: Kobo): string {
  return nairaText(fromKobo(amount));
}
