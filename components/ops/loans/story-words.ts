import { dateText } from "@/components/ui/date-text";
import { fromKobo, kobo, nairaText } from "@/lib/kernel/money";
import type { StoryEntry } from "@/lib/surfaces/console/loans/read-story";
import { changeLabels, channelLabels, paymentLabels, payoutLabels } from "@/lib/terms/console/words";
import { answerReasonLabels, breakTypeLabels, resolutionLabels } from "@/lib/terms/dashboard/labels";
import { journalLabels, sourceLabels } from "@/lib/terms/dashboard/ledger-labels";

type Told = Pick<StoryEntry, "kind" | "what" | "said" | "about" | "more">;

/** An entry of a loan's story in words: a title, and what else is known of it, a line each. */
export function wordsOf(entry: Told): { title: string; details: string[] } {
  const { what, about, more } = entry;
  switch (entry.kind) {
    case "STATE":
      return { title: states[what] ?? what, details: [] };
    case "LEDGER":
      return {
        title: named(journalLabels, what),
        details: entry.said ? [`Entry ${more.number}, ${named(sourceLabels, entry.said)}`] : [`Entry ${more.number}`],
      };
    case "REPORT":
      return {
        title: reports[what] ?? what,
        details: [
          ...(about ? [`Order ${about}`] : []),
          ...(more.effect === "APPLIED" ? [] : [`Effect: ${more.effect}`]),
        ],
      };
    case "DAY":
      return {
        title: `Sales of ${day(about)}: ${days[what] ?? what}`,
        details: [`Agreed ${naira(more.agreed)}, missing ${naira(more.missing)}`],
      };
    case "BREAK":
      return breakWords(entry);
    case "PAYMENT":
      return { title: named(paymentLabels, what), details: [statusOf(more), ...(about ? [`Reference ${about}`] : [])] };
    case "PAYOUT":
      return { title: named(payoutLabels, what), details: [statusOf(more), ...(about ? [`Reference ${about}`] : [])] };
    case "TERMS":
      return {
        title: named(changeLabels, what),
        details: [...termsOf(more), ...(more.decision ? [`Answer: ${more.decision}`] : [])],
      };
    case "PROPOSAL":
      return {
        title: `Proposed: ${plain(what)}`,
        details: [
          more.decision
            ? `${plain(String(more.decision))}${more.decidedBy ? ` by ${more.decidedBy}` : ""}`
            : "Waits for another operator, or has lapsed",
        ],
      };
    case "PROMISE":
      return { title: "Promised to pay", details: [`By ${day(more.payBy)}`] };
    case "CONTACT":
      return { title: named(channelLabels, what), details: [] };
    case "COMPLAINT":
      return { title: what === "MADE" ? `Complaint ${about}` : `Answer to complaint ${about}`, details: [] };
    case "MAIL":
      return { title: `Mail: ${plain(what)}`, details: more.sent ? [] : ["Not sent yet"] };
    case "ACT":
      return { title: what, details: Object.entries(more).map(([name, value]) => `${name}: ${value}`) };
  }
}

const named = (labels: Readonly<Record<string, string>>, name: string) => labels[name] ?? plain(name);

/** A name of the code, as people write it. */
function plain(name: string): string {
  const words = name.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const naira = (amount: unknown) => (typeof amount === "number" ? nairaText(fromKobo(kobo(amount))) : "nothing");

/** A date of the calendar; whatever else it is, as it is. */
function day(date: unknown): string {
  const text = String(date);
  return /^\d{4}-\d\d-\d\d$/.test(text) ? dateText(text, "short") : text;
}

function statusOf({ status, reversed }: Told["more"]): string {
  return `${plain(String(status))}${reversed ? ", taken back later" : ""}`;
}

function breakWords({ what, more }: Told) {
  const type = named(breakTypeLabels, what);
  if (more.step === "ANSWERED")
    return { title: `${type}: answered`, details: [named(answerReasonLabels, String(more.reason))] };
  if (more.step === "RESOLVED")
    return { title: `${type}: ended`, details: [named(resolutionLabels, String(more.resolution))] };
  return { title: type, details: [] };
}

function termsOf({ previous, current }: Told["more"]): string[] {
  const [before, after] = [previous, current].map(
    (terms) => (typeof terms === "object" && terms !== null ? { ...terms } : {}) as Record<string, unknown>,
  );
  return Object.entries(after ?? {}).flatMap(([name, value]) => {
    const was = before?.[name];
    if (value === was || !(name in termLabels)) return [];
    const say = termLabels[name];
    return say ? [`${say.label}: ${say.text(was)} → ${say.text(value)}`] : [];
  });
}

const termLabels: Record<string, { label: string; text: (value: unknown) => string }> = {
  deductionBasisPoints: { label: "Of each sale", text: (value) => `${Number(value) / 100}%` },
  minimumDeduction: { label: "At least", text: naira },
  dueDate: { label: "Due by", text: day },
};

const states: Readonly<Record<string, string>> = {
  APPROVED: "Approved: an offer",
  ACCEPTED: "Accepted by the merchant",
  DISBURSED: "Paid out",
  REPAID: "Repaid",
  COOLED_OFF: "Given back within the cooling-off period",
  DEFAULTED: "In default",
  WRITTEN_OFF: "Written off",
  CANCELLED: "Cancelled",
  RETURNED: "The payout came back",
  PAID_AGAIN: "Paid out again",
};

const reports: Readonly<Record<string, string>> = {
  "repayment.deducted": "Deduction reported",
  "repayment.failed": "Failed deduction reported",
  "repayment.reversed": "Reversal reported",
};

const days: Readonly<Record<string, string>> = {
  OPEN: "not judged yet",
  MISSING: "too little taken",
  EXCESS: "too much taken",
  EVEN: "taken as agreed",
};
