import { fromKobo, type Kobo, least, minus, nairaText, toKobo } from "@/lib/kernel/money";
import { snakePath } from "@/lib/kernel/snake-case";
import { type BreakResolution, type BreakTopic, type BreakType, breakTopics } from "@/lib/terms/breaks";
import { collectionMessages, type Facts } from "./collection-messages";

/** How whoever reads a message does what it asks for: each answers words to follow "and" or "If it is right,". */
type Means = {
  resolve: (facts: Facts, resolution: BreakResolution) => string;
  answer: (facts: Facts) => string;
  correct: (facts: Facts, figures: string) => string;
};

const api = "/api/v1/marketplace-api";

const byApi: Means = {
  resolve: ({ id }, resolution) => `resolve this break as ${resolution} (POST ${api}/breaks/${id}/resolve)`,
  answer: ({ id }) => `say so (POST ${api}/breaks/${id}/answer): an operator then decides`,
  correct: ({ evidence }, figures) =>
    `correct ${figures} (POST ${api}/settlements/${encodeURIComponent(String(evidence.settlementReference))}/correct)`,
};

const onPage: Means = {
  resolve: (_, resolution) => `close this break here as ${resolution.charAt(0)}${resolution.slice(1).toLowerCase()}`,
  answer: () => "say so here: an operator then decides",
  correct: (_, figures) => `correct ${figures} on the settlement's page`,
};

/** Says exactly what would end it: a test does so. `reader`: a program is told operations, staff the break's page. */
export function breakMessage(facts: Facts, reader: "program" | "staff" = "program"): string {
  const { type, evidence } = facts;
  const topic = breakTopics.find((known) => known === evidence.about);
  const message = (topic && byTopic[topic]?.[type]) ?? byType[type];
  return sentence(message(facts, reader === "staff" ? onPage : byApi));
}

type Message = (facts: Facts, by: Means) => string;

const byType: Record<BreakType, Message> = {
  MISSING: ({ expected, actual }) =>
    `${naira(expected)} should have been reported, and ${naira(actual)} was. Report what is missing: the break then ends.`,
  DUPLICATE: (found, by) =>
    `The deduction or reversal ${reference(found)} was reported again under another event id. It was booked once, and nothing needs to be sent. Repeat an event with its original event_id, and ${by.resolve(found, "ACCEPTED")}.`,
  AMOUNT: (found, by) =>
    `The amounts differ: ${naira(found.expected)} by our books, ${naira(found.actual)} as reported. Compare the references in the evidence with your own records, and ${by.answer(found)}.`,
  WRONG_LOAN: (found, by) =>
    `The deduction ${reference(found)} of ${naira(found.actual)} was taken for a loan that owes nothing. It is owed to the merchant. If it was meant for another loan, reverse it with repayment.reversed and report it for that one. Then ${by.resolve(found, "CORRECTED")}.`,
  LATE: (found, by) =>
    `Deductions were reported after the settlement of their period had been transferred: ${some(found.evidence.references, found.evidence.count)}. They are booked, and nothing needs to be sent. Report deductions before their settlement, and ${by.resolve(found, "ACCEPTED")}.`,
  ...collectionMessages,
  NO_SALES_TOLD: (found, by) =>
    `No sale of this merchant was told of after ${found.evidence.silentSince ?? "a day"}, for two weeks and more; in each of the ${found.evidence.weeks ?? "few"} weeks before something was sold${usual(found)}. If it sold since, send its sales events and report what was deducted of them: the break then closes automatically. If it sells no longer, ${by.resolve(found, "EXPLAINED")}.`,
  SHORTFALL: (found, by) =>
    `${found.evidence.salesCount === 1 ? "A sale" : `${found.evidence.salesCount} sales`} came in and no deduction followed within the payout period; ${naira(found.expected)} was expected. Make or report the missing deductions. If none was due, ${by.answer(found)}.`,
};

const byTopic: Partial<Record<BreakTopic, Partial<Record<BreakType, Message>>>> = {
  "loan-balance": {
    MISSING: (found, by) => {
      const { expected, actual, evidence } = found;
      if (typeof evidence.takenBack === "number") {
        return `Of what was missing of this loan's balance and came, the reversal ${evidence.afterReference} took back ${amountIn(evidence.takenBack)}. ${naira(expected)} is paid. Report the missing ${difference(actual, expected)} as repayment.deducted, the last of it with a loan_balance whose total_paid is ${naira(actual)}: the break then ends. If the money went back to the merchant, ${by.answer(found)}.`;
      }
      const { differs, ledger } = balanceIn(found);
      const paid =
        typeof ledger.totalDue === "number" && actual !== null ? least(actual, toKobo(ledger.totalDue)) : actual;
      const due = differs.includes("totalDue") ? ` and whose total_due is ${amountIn(ledger.totalDue)}` : "";
      return `${countedAs(found)}; ${naira(expected)} was reported to us. Report the missing ${difference(actual, expected)} as repayment.deducted, the last of it with a loan_balance whose total_paid is ${naira(paid)}${due}: the break then ends. If you counted wrongly, ${by.answer(found)}.`;
    },
    AMOUNT: (found, by) =>
      `The balance you report for this loan differs from ours: ${differing(found)}. ${ours(found)}If no report is to come, ${by.resolve(found, "EXPLAINED")}.`,
  },
  "held-reversal": {
    MISSING: (found, by) =>
      `A reversal of ${naira(found.actual)} names the deduction ${found.evidence.originalReference}, which was never reported. Report it as repayment.deducted with the reference ${found.evidence.originalReference}: both are then booked and the break ends. If the reversal names the wrong deduction, report it again under another reference, and ${by.answer(found)}.`,
  },
  "excess-reversal": {
    AMOUNT: (found, by) =>
      `The reversal ${reference(found)} of ${naira(found.actual)} is more than what is left of its deduction of ${naira(found.expected)}. It was not booked. Report the right reversal under another reference, if there is one. Then ${by.resolve(found, "CORRECTED")}.`,
  },
  deductions: { MISSING: missingDeductions },
  created: {
    MISSING: ({ expected, evidence }) =>
      `The settlement was transferred, but its settlement.created has not arrived. Send it with the reference ${evidence.settlementReference} and a net_amount of ${naira(expected)}: the break then ends.`,
  },
  total: {
    AMOUNT: (found, by) =>
      `Deductions of ${naira(found.actual)} were reported for a settlement that says it contains ${naira(found.expected)}. ${unreportedReversals(found)}If the settlement was reported wrongly, ${by.correct(found, "its totalDeductions and netAmount, or its deductionReferences")}. The break then ends. If it is right, ${by.answer(found)}.`,
  },
  figures: {
    AMOUNT: (found, by) =>
      `The settlement's gross amount less its deductions is ${naira(found.expected)}, and its net amount is ${naira(found.actual)}. One of the three is wrong: ${by.correct(found, "that figure")}, so that they agree. The break then ends. If they are what was paid, ${by.answer(found)}.`,
  },
  ledger: {
    AMOUNT: ({ expected, actual }) =>
      `Deductions of ${naira(expected)} were matched, but ${naira(actual)} of them are in the ledger. The error is ours, and nothing needs to be sent: an operator closes the break.`,
  },
  "other-merchant": {
    WRONG_LOAN: (found, by) =>
      `The settlement names deductions that were reported for another merchant: ${some(found.evidence.references, found.evidence.count)}. ${sentence(by.correct(found, "its deductionReferences"))}, so that it does not name them, and its other figures with them. The break then ends.`,
  },
  "settled-twice": {
    DUPLICATE: (found, by) =>
      `The settlement names deductions that another settlement names too: ${some(found.evidence.references, found.evidence.count)} (${some(found.evidence.otherSettlements, 0)}). A deduction is settled once: ${by.correct(found, "its deductionReferences")}, so that it does not name them, or those of the other. The break then ends.`,
  },
};

function usual({ evidence: { weeklySales } }: Facts): string {
  return typeof weeklySales === "number" && weeklySales > 0 ? `, about ${amountIn(weeklySales)} a week` : "";
}

function balanceIn({ evidence: { reported, ledger, differs } }: Facts) {
  const group = (value: unknown) => (isGroup(value) ? value : {});
  return { reported: group(reported), ledger: group(ledger), differs: isList(differs) ? differs.map(String) : [] };
}

/** What a marketplace counts as paid, by its total_paid or by what it says is left. */
function countedAs(found: Facts): string {
  const { reported, ledger } = balanceIn(found);
  const { expected, actual } = found;
  const says = typeof reported.totalPaid === "number" && expected !== null && toKobo(reported.totalPaid) > expected;
  if (says || typeof reported.outstanding !== "number") return `You count ${naira(actual)} as paid on this loan`;
  return `Your loan_balance has ${amountIn(reported.outstanding)} outstanding of ${amountIn(ledger.totalDue)}, as if ${naira(actual)} were paid`;
}

function differing(found: Facts): string {
  const { reported, ledger, differs } = balanceIn(found);
  if (differs.length === 0) return `${naira(found.expected)} is paid by our books, ${naira(found.actual)} by yours`;
  const said = differs.map(
    (name) => `${snakePath(name)} is ${amountIn(ledger[name])} by our books, ${amountIn(reported[name])} by yours`,
  );
  return said.join("; ");
}

function ours({ evidence }: Facts): string {
  const { ledger } = evidence;
  if (!isGroup(ledger)) return "";
  const [due, paid, left] = [ledger.totalDue, ledger.totalPaid, ledger.outstanding].map(amountIn);
  return `Compare deduction by deduction, and report what is missing. The break ends with the first report whose loan_balance is ours: now a total_due of ${due}, a total_paid of ${paid}, and ${left} outstanding. `;
}

function missingDeductions(found: Facts, by: Means): string {
  const { expected, actual, evidence } = found;
  const { unknownReferences, unknownCount, deductionReferenceCount, periodStart, periodEnd, correctedTo } = evidence;
  const otherwise = (figures: string) => `If the settlement was reported wrongly, ${by.correct(found, figures)}.`;
  if (typeof correctedTo === "number") {
    return `The settlement said that ${naira(expected)} was deducted, and was corrected to ${amountIn(correctedTo)}; ${naira(actual)} of it was reported. What is missing does not end by a correction: an operator decides, unless deductions of ${naira(expected)} are reported for it. If the correction was wrong, ${by.correct(found, "it back")}.`;
  }
  if (isList(unknownReferences)) {
    return `The settlement names deductions that were never reported: ${some(unknownReferences, unknownCount)}. Report them as repayment.deducted. ${otherwise("its deductionReferences")} The break ends when all that it names is reported and comes to its totalDeductions.`;
  }
  if (typeof deductionReferenceCount === "number" && typeof evidence.takenBack === "number") {
    return `The settlement says that ${naira(expected)} was deducted, and the deductions it names come to ${naira(actual)}. ${takenBackOf(evidence)}Report what was deducted in its place as repayment.deducted, and ${by.correct(found, "its deductionReferences")}, so that it names that too: the break then ends. If its totalDeductions is wrong, correct that and its netAmount: an operator then decides.`;
  }
  if (typeof deductionReferenceCount === "number") {
    return `The settlement says that ${naira(expected)} was deducted, and the deductions it names come to ${naira(actual)}. ${sentence(by.correct(found, "its deductionReferences"))}: the break then ends. If its totalDeductions is wrong, correct that and its netAmount: an operator then decides.`;
  }
  return `The settlement says that ${naira(expected)} was deducted, and ${naira(actual)} was reported for its period. ${takenBackOf(evidence)}Report the missing ${difference(expected, actual)} as repayment.deducted, with a deducted_at from ${periodStart} to before ${periodEnd}: the break then ends. ${otherwise("its totalDeductions and netAmount")} An operator then decides.`;
}

/** What came while it was missing, and was reversed, is missing again. */
function takenBackOf({ takenBack }: Facts["evidence"]): string {
  return typeof takenBack === "number" ? `${amountIn(takenBack)} that came later was reversed. ` : "";
}

/** How much may have been reversed without our knowing, if that would explain the difference. */
function unreportedReversals({ expected, actual, evidence }: Facts): string {
  if (expected === null || actual === null) return "";
  const missing = minus(minus(actual, expected), toKobo(Number(evidence.reversedInPeriod ?? 0)));
  if (missing <= 0) return "";
  return `If ${naira(missing)} of them was reversed, report that as repayment.reversed, with a reversed_at within the settlement's period. `;
}

function reference({ evidence }: Facts): unknown {
  return evidence.reference ?? "in the evidence";
}

function difference(one: Kobo | null, other: Kobo | null): string {
  return naira(one === null || other === null ? null : minus(one, other));
}

/** Amounts in the evidence are in naira. */
function amountIn(value: unknown): string {
  return naira(typeof value === "number" ? toKobo(value) : null);
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function naira(amount: Kobo | null): string {
  return amount === null ? "an unknown amount" : nairaText(fromKobo(amount));
}

const shownAtMost = 5;

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The first references of a list. The evidence may contain only the beginning of the list, and its length. */
function some(references: unknown, count: unknown): string {
  if (!isList(references)) return "see the evidence";
  const more = Math.max(references.length, Number(count) || 0) - shownAtMost;
  return references.slice(0, shownAtMost).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
