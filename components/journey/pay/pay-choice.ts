import { amountOf } from "@/components/journey/money/amount-text";
import { nairaText } from "@/lib/kernel/money";
import type { PayoffQuote } from "@/lib/lending/transfers/payments/schema";

export type PayKind = "arrears" | "instalment" | "everything" | "other";
export type PayChoice = { kind: PayKind; label: string; amount: number | null };

/** The choices that a quote leaves, most pressing first; two of the same amount are one. */
export function payChoices({ arrears, nextInstallment, outstanding, coolingOff }: PayoffQuote): PayChoice[] {
  const instalment = nextInstallment?.amount ?? 0;
  const other: PayChoice = { kind: "other", label: "Another amount", amount: null };
  // What is enough to end the loan without its fee does so: that is offered beside these, for less.
  if (coolingOff) {
    const first = { kind: "instalment", label: "The next instalment", amount: instalment } as const;
    return instalment > 0 && instalment < coolingOff.amount ? [first, other] : [other];
  }
  const choices: PayChoice[] = [];
  if (arrears > 0 && arrears < outstanding)
    choices.push({ kind: "arrears", label: "What is overdue", amount: arrears });
  if (instalment > 0 && instalment !== arrears && instalment < outstanding) {
    const label = arrears > 0 ? "The oldest instalment" : "The next instalment";
    choices.push({ kind: "instalment", label, amount: instalment });
  }
  choices.push({ kind: "everything", label: "Everything that is left", amount: outstanding });
  return [...choices, other];
}

export function amountError(typed: string, { outstanding, coolingOff }: PayoffQuote): string | null {
  const amount = amountOf(typed);
  if (Number.isNaN(amount)) return "Type an amount, like 25,000 or 25,000.50";
  if (amount <= 0) return "Must be more than ₦0";
  if (coolingOff && amount >= coolingOff.amount) {
    return `${nairaText(coolingOff.amount)} ends the loan without a fee: give the money back above instead`;
  }
  return amount > outstanding ? `Must be at most ${nairaText(outstanding)}, which is all that is left` : null;
}
