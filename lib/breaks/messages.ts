import { fromKobo, type Kobo } from "@/lib/money";
import { type BreakTopic, type BreakType, breakTopics } from "./constants";

type Facts = { type: BreakType; expected: Kobo | null; actual: Kobo | null; evidence: Record<string, unknown> };

/** What is wrong, and what to do about it. Without a message for `evidence.about`, that of the type. */
export function breakMessage(facts: Facts): string {
  const { type, evidence } = facts;
  const topic = breakTopics.find((known) => known === evidence.about);
  const message = (topic && byTopic[topic]?.[type]) ?? byType[type];
  const said = message(facts);
  return said.charAt(0).toUpperCase() + said.slice(1);
}

type Message = (facts: Facts) => string;

const byType: Record<BreakType, Message> = {
  MISSING: ({ expected, actual }) =>
    `Deductions of ${naira(expected)} were settled, and ${naira(actual)} of them were reported. Report the missing ones as repayment.deducted: the break then closes automatically.`,
  DUPLICATE: () =>
    "The same deduction or reversal was reported again under another event id. It was booked once; nothing is lost. Repeat an event with its original event_id.",
  AMOUNT: ({ expected, actual }) =>
    `The amounts differ: ${naira(expected)} by our books, ${naira(actual)} as reported. Compare the references in the evidence with your own records.`,
  WRONG_LOAN: ({ actual }) =>
    `A deduction of ${naira(actual)} was taken for a loan that owes nothing. It is kept for the merchant. Check which loan the deduction was meant for.`,
  LATE: () =>
    "Deductions were reported after the settlement of their period had been transferred. Report deductions when they are made.",
  SHORT_DEDUCTION: ({ expected, actual }) =>
    `${naira(expected)} should have been deducted from this day's sales, and ${naira(actual)} was.`,
  OVER_DEDUCTION: ({ expected, actual }) =>
    `${naira(actual)} was deducted from this day's sales, and ${naira(expected)} was agreed.`,
  DUPLICATE_ORDER: ({ expected, actual }) =>
    `Orders of this day were deducted from more than once: ${naira(actual)}, and ${naira(expected)} was agreed.`,
  PAUSED_DEDUCTION: ({ actual }) => `${naira(actual)} was deducted while collection was paused.`,
  EXCEEDS_SALE: ({ expected, actual }) =>
    `${naira(actual)} was deducted from sales of which ${naira(expected)} was agreed: more than the sales themselves.`,
  SHORTFALL: ({ expected, evidence }) =>
    `${evidence.salesCount === 1 ? "A sale" : `${evidence.salesCount} sales`} came in and no deduction followed within the payout period; ${naira(expected)} was expected. Check that the deduction rule is active for this merchant, and make or report the missing deductions.`,
};

const byTopic: Partial<Record<BreakTopic, Partial<Record<BreakType, Message>>>> = {
  "loan-balance": {
    MISSING: ({ expected, actual }) =>
      `You count ${naira(actual)} as paid on this loan; ${naira(expected)} was reported to us. Send the missing deductions; the break closes when the balances agree.`,
    AMOUNT: ({ expected, actual }) =>
      `The balance you report for this loan differs from ours: ${naira(expected)} is paid by our books, ${naira(actual)} by yours. Read the loan's status, and compare deduction by deduction.`,
  },
  "held-reversal": {
    MISSING: ({ actual, evidence }) =>
      `A reversal of ${naira(actual)} names the deduction ${evidence.originalReference}, which was never reported. Report it as repayment.deducted: both are then booked and the break closes automatically.`,
  },
  "excess-reversal": {
    AMOUNT: ({ expected, actual }) =>
      `A reversal of ${naira(actual)} is more than what is left of its deduction of ${naira(expected)}. It was not booked. Check which deduction it belongs to.`,
  },
  deductions: {
    MISSING: ({ expected, actual, evidence }) =>
      isList(evidence.unknownReferences)
        ? `The settlement names deductions that were never reported: ${some(evidence.unknownReferences, evidence.unknownCount)}. Report them as repayment.deducted: the break then closes automatically.`
        : `The settlement says that ${naira(expected)} was deducted, and ${naira(actual)} was reported for its period. Report the missing deductions as repayment.deducted: the break then closes automatically.`,
  },
  created: {
    MISSING: () =>
      "The settlement was transferred, but its settlement.created has not arrived. Send it: without its figures there is nothing to match against.",
  },
  total: {
    AMOUNT: ({ expected, actual }) =>
      `Deductions of ${naira(actual)} were reported for a settlement that says it contains ${naira(expected)}. Check for deductions that belong to another settlement, and for reversals that were not reported.`,
  },
  figures: {
    AMOUNT: ({ expected, actual }) =>
      `The settlement's gross amount less its deductions is ${naira(expected)}, and its net amount is ${naira(actual)}. One of the three figures is wrong.`,
  },
  ledger: {
    AMOUNT: ({ expected, actual }) =>
      `Deductions of ${naira(expected)} were matched, but ${naira(actual)} of them are in the ledger. The error is ours: contact support with the id of the break.`,
  },
  "other-merchant": {
    WRONG_LOAN: ({ evidence }) =>
      `The settlement names deductions that were reported for another merchant: ${some(evidence.references, evidence.count)}. Check which merchant they were taken from.`,
  },
  "settled-twice": {
    DUPLICATE: ({ evidence }) =>
      `The settlement names deductions that another settlement names too: ${some(evidence.references, evidence.count)}. A deduction is settled once; correct one of the two.`,
  },
};

function naira(kobo: Kobo | null): string {
  return kobo === null
    ? "an unknown amount"
    : `₦${fromKobo(kobo).toLocaleString("en-NG", { minimumFractionDigits: 2 })}`;
}

const shownAtMost = 5;

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0;
}

/** The first references of a list. The evidence may contain only the beginning of the list, and its length. */
function some(references: unknown, count: unknown): string {
  if (!isList(references)) return "see the evidence";
  const more = Math.max(references.length, Number(count) || 0) - shownAtMost;
  return references.slice(0, shownAtMost).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
