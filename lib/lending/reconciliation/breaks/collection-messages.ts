import { fromKobo, greatest, type Kobo, minus, nairaText, zero } from "@/lib/kernel/money";
import type { BreakType } from "@/lib/terms/breaks";

export type Facts = {
  id: string;
  type: BreakType;
  expected: Kobo | null;
  actual: Kobo | null;
  evidence: Record<string, unknown>;
  /** What is left to pay of its loan now; null where it is about none. */
  owed: Kobo | null;
};
type Message = (facts: Facts, by: { answer: (facts: Facts) => string }) => string;

/** The breaks about a day's collection: what is wrong, and what ends them (docs/collection.md#breaks). */
export const collectionMessages = {
  SHORT_DEDUCTION: (facts) =>
    `${agreed(facts)} should have been deducted from the sales of ${day(facts)}, and ${taken(facts)} was${otherwise(facts)}: ${difference(facts)} is missing. ${toDeduct(facts)} deductions that were not reported, and report them as repayment.deducted with the order in source_transaction; the evidence lists the orders that are short. The break then closes automatically. If an order was smaller than a source_transaction said, send a sales event with its true amount; if it was returned, one with refundOf: an operator then decides.`,
  SALE_CHANGED: (facts, by) =>
    `Of the sales of ${day(facts)}, ${agreed(facts)} was agreed. ${some(facts)} told of again as smaller, made at another time, made by another merchant or returned, once the share was due or a day had passed; as told last, ${taken(facts)} would be agreed. What counts is what was told first, until an operator decides: ${by.answer(facts)}. Telling of them as before ends the break.`,
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
} as const satisfies Partial<Record<BreakType, Message>>;

const agreed = ({ expected }: Facts) => naira(expected ?? zero);
const taken = ({ actual }: Facts) => naira(actual ?? zero);

function difference({ expected, actual }: Facts): string {
  const [one, other] = [expected ?? zero, actual ?? zero];
  return naira(greatest(minus(one, other), minus(other, one)));
}

/** What was not deducted from the day's orders themselves: the evidence has no deduction of it. */
function otherwise({ evidence }: Facts): string {
  const { takenOtherwise } = evidence;
  if (typeof takenOtherwise !== "number") return "";
  return `, ${nairaText(takenOtherwise)} of it by deductions that name no order or were made of other days' sales`;
}

/** What is asked for is never more than is owed now. */
function toDeduct({ expected, actual, owed }: Facts): string {
  const missing = greatest(zero, minus(expected ?? zero, actual ?? zero));
  if (owed === null || owed >= missing) return "Deduct it, or find";
  if (owed === 0) return "Nothing is owed any more, and nothing is to be deducted. If there are, find";
  return `Only ${naira(owed)} of the loan is still owed: deduct no more than that, or find`;
}

function some({ evidence }: Facts): string {
  return evidence.changesCount === 1 ? "One of them was" : `${evidence.changesCount} of them were`;
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
