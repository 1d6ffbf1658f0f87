import { isDeepStrictEqual } from "node:util";
import { fieldErrors } from "@/lib/kernel/validation";
import { loanWriteOff } from "@/lib/lending/proposals/loan-kinds";
import type { LoanOperation } from "@/lib/lending/proposals/loan-operation";
import { type LoanOperationName, loanOperations } from "@/lib/lending/proposals/loan-operations";
import { operateLoan } from "@/lib/lending/proposals/operate-loan";
import { type Command, type Context, option, requireOperator, UsageError, word } from "./command";
import { describeLoan } from "./describe";
import { findLoanSubject } from "./queries";

/** The option that fills a field of an operation's body, and a word for its value. */
const fields: Record<string, { option: string; word: string; read?: (typed: string) => unknown }> = {
  deductionPercentage: { option: "percentage", word: "PERCENT", read: Number },
  minimumDeduction: { option: "minimum", word: "NAIRA", read: Number },
  dueDate: { option: "due", word: "YYYY-MM-DD" },
  installments: { option: "instalments", word: '"YYYY-MM-DD NAIRA, ..."', read: instalmentsIn },
  amount: { option: "amount", word: "NAIRA", read: Number },
  reference: { option: "reference", word: "TEXT" },
  order: { option: "order", word: "REFERENCE" },
  outcome: { option: "outcome", word: "PAID|NOT_PAID" },
  cause: { option: "cause", word: "ACCOUNT|OTHER" },
  failure: { option: "failure", word: "TEXT" },
  holder: { option: "holder", word: "NAMED|UNKNOWN" },
  accountName: { option: "account-name", word: "TEXT" },
  bankReference: { option: "bank-reference", word: "TEXT" },
  reason: { option: "reason", word: "TEXT" },
};

/** What operators do to loans, each as it is declared for `/api/ops/loans`. */
export const servicingCommands: Record<string, Command> = Object.fromEntries(
  (Object.keys(loanOperations) as LoanOperationName[]).map((name) => [
    `loan ${name}`,
    commandOf(name, loanOperations[name]),
  ]),
);

function commandOf(name: LoanOperationName, operation: LoanOperation): Command {
  const taken = Object.entries(fields).filter(([field]) => field in operation.body.shape);
  const about = operation.summary.replace(/^./, (first) => first.toLowerCase());
  return {
    words: ["LOAN"],
    options: Object.fromEntries(taken.map(([, one]) => [one.option, one.word])),
    about,
    // Whoever could propose in another's name could approve it in their own.
    proof: operation.second !== null,
    prepare: async (context) => {
      const operator = requireOperator(context, operation.second?.kind.permission ?? "collect");
      const subject = await findLoanSubject(word(context, 0, "The loan's id or reference"));
      const loanId = subject.loan.id;
      const input = inputIn(context, operation);
      const look = () =>
        loanWriteOff.look({ operator, subjectId: loanId, input, realNow: context.realNow, lock: false });
      const { evidence } = await look();
      return {
        lines: [...describeLoan(subject), ...describeEvidence(evidence), `${operation.summary}: ${input.reason}`],
        perform: async (realNow) => {
          const found = await look();
          if (!isDeepStrictEqual(found.evidence, evidence)) {
            throw new UsageError("The loan has changed since it was shown. Nothing was done: look again.");
          }
          const { loan, proposal } = await operateLoan({ name, operator, loanId, input, realNow });
          if (proposal) return `Proposed as ${proposal.id}: another operator decides until ${proposal.expiresAt}.`;
          return `Done. The loan is ${loan.status}.`;
        },
      };
    },
  };
}

/** @throws UsageError naming every wrong option */
function inputIn(context: Context, { body }: LoanOperation): { reason: string } {
  option(context, "reason");
  const said = Object.entries(fields).flatMap(([field, { option: name, read = String }]) => {
    const value = context.options[name];
    return value === undefined ? [] : [[field, read(value)] as const];
  });
  const raw = Object.fromEntries(said);
  const parsed = body.safeParse(raw);
  if (parsed.success) return parsed.data;
  const wrong = fieldErrors(parsed.error, raw, "command");
  throw new UsageError(wrong.map(({ field, error }) => `--${optionOf(field)}: ${error}.`).join("\n"));
}

/** The option of a field, with the position of an entry in its list, counted from 1. */
function optionOf(path: string): string {
  const [field = "", entry] = path.split(".");
  const name = fields[field]?.option ?? field;
  return entry === undefined ? name : `${name}, entry ${Number(entry) + 1}`;
}

function instalmentsIn(typed: string): unknown {
  return typed.split(",").map((one) => {
    const [dueDate = "", naira = ""] = one.trim().split(/\s+/);
    return { dueDate, amount: Number(naira) };
  });
}

export function describeEvidence(evidence: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(evidence).map(([name, value]) => `  ${name}: ${shown(value)}`);
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(", ");
  if (typeof value !== "object" || value === null) return String(value ?? "none");
  // The database keeps its own order: what something is comes before how much it is.
  const isNumber = (one: unknown) => Number(typeof one === "number");
  return Object.values(value)
    .sort((one, other) => isNumber(one) - isNumber(other))
    .join(" ");
}
