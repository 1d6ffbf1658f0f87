import { day } from "@/lib/kernel/calendar";
import { fromKobo, type Kobo, nairaText } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import type { BreakRecord } from "@/lib/lending/reconciliation/breaks/lock-break";
import { breakMessage } from "@/lib/lending/reconciliation/breaks/messages";
import type { ListedBreak } from "./break-queries";

const margin = " ".repeat(13);
const said = (label: string, text: string) => `${label.padEnd(margin.length)}${text}`;

export function describeListedBreak(one: ListedBreak, now: BusinessTime): string[] {
  const { found, marketplace, businessName } = one;
  const { id, environment, merchantId, type, status } = found;
  const whose = `${businessName} (${merchantId}) of ${marketplace}`;
  const line = `${environment}  ${id}  ${type} ${status}, ${amountsOf(found)}, ${ageOf(found, now)}, ${whose}`;
  return found.answerReason ? [line, `      answered ${answerOf(found)}`] : [line];
}

/** Everything that an operator decides on: what is wrong, the evidence, and what the marketplace says of it. */
export function describeBreak(found: BreakRecord, owed: Kobo | null, now: BusinessTime): string[] {
  const { id, type, status, loanId, settlementId, repaymentEventId, resolution, note, resolvedBy } = found;
  const about = [loanId, settlementId, repaymentEventId].filter((one) => one !== null).join(", ");
  return [
    said("Break", `${type} ${status} (${id}), ${ageOf(found, now)}`),
    ...(about ? [said("About", about)] : []),
    said("Amounts", amountsOf(found)),
    said("Message", breakMessage({ ...found, owed })),
    ...evidenceLines(found.evidence).map((line, i) => said(i === 0 ? "Evidence" : "", line)),
    ...(found.answerReason ? [said("Answer", answerOf(found))] : []),
    ...(resolution ? [said("Ended", `${resolution} by ${resolvedBy ?? "the service"}${note ? `: ${note}` : ""}`)] : []),
  ];
}

function amountsOf({ expected, actual }: Pick<BreakRecord, "expected" | "actual">): string {
  if (expected === null && actual === null) return "no amount";
  return `expected ${naira(expected)}, actual ${naira(actual)}`;
}

function ageOf({ detectedAt, resolvedAt }: BreakRecord, now: BusinessTime): string {
  const days = Math.max(0, Math.floor(((resolvedAt ?? now).getTime() - detectedAt.getTime()) / day));
  const age = days === 0 ? "less than a day" : days === 1 ? "1 day" : `${days} days`;
  return resolvedAt ? `closed after ${age}` : `open for ${age}`;
}

function answerOf(found: BreakRecord): string {
  const { status, answerReason, answerNote, answeredBy, answeredAt, answeredExpected, answeredActual } = found;
  const earlier = { expected: answeredExpected, actual: answeredActual };
  const outdated = status === "OPEN" ? `, about earlier figures (${amountsOf(earlier)})` : "";
  return `${answerReason} by ${answeredBy} at ${answeredAt?.toISOString()}${outdated}: ${answerNote}`;
}

function naira(amount: Kobo | null): string {
  return amount === null ? "unknown" : nairaText(fromKobo(amount));
}

/** Of the evidence's numbers, those that count something are named so; every other one is an amount in naira. */
const counts = /count|days|percentage|number$/i;

function evidenceLines(evidence: Record<string, unknown>): string[] {
  return Object.entries(evidence).flatMap(([name, value]) => {
    if (Array.isArray(value)) {
      const plain = value.every((one) => typeof one !== "object");
      if (plain) return [`${labelOf(name)}: ${value.length > 0 ? value.join(", ") : "none"}`];
      return [`${labelOf(name)}:`, ...value.map((one) => `  ${evidenceLines(one).join(", ")}`)];
    }
    if (typeof value === "object" && value !== null) {
      return [`${labelOf(name)}: ${evidenceLines(Object.fromEntries(Object.entries(value))).join(", ")}`];
    }
    if (value === null) return [];
    return [`${labelOf(name)}: ${typeof value === "number" && !counts.test(name) ? nairaText(value) : value}`];
  });
}

function labelOf(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
