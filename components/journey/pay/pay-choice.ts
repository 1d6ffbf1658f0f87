import { amountOf } from "@/components/journey/money/amount-text";
import { nairaText } from "@/lib/money";
import type { PayoffQuote } from "@/lib/payments/schema";

/** What a merchant may want to pay: what is overdue, the next instalment, everything, or an amount of its own. */
export type PayKind = "arrears" | "instalment" | "everything" | "other";
export type PayChoice = { kind: PayKind; label: string; amount: number | null };

/** The choices that a quote leaves, most pressing first; two of the same amount are one. */
export function payChoices({ arrears, nextInstallment, outstanding }: PayoffQuote): PayChoice[] {
  const instalment = nextInstallment?.amount ?? 0;
  const choices: PayChoice[] = [];
  if (arrears > 0 && arrears < outstanding)
    choices.push({ kind: "arrears", label: "What is overdue", amount: arrears });
  if (instalment > 0 && instalment !== arrears && instalment < outstanding) {
    choices.push({ kind: "instalment", label: "The next instalment", amount: instalment });
  }
  choices.push({ kind: "everything", label: "Everything that is left", amount: outstanding });
  return [...choices, { kind: "other", label: "Another amount", amount: null }];
}

/** What is wrong with a typed amount; null if it can be paid. */
export function amountError(typed: string, outstanding: number): string | null {
  const amount = amountOf(typed);
  if (Number.isNaN(amount)) return "Type an amount, like 25,000 or 25,000.50";
  if (amount <= 0) return "Must be more than ₦0";
  return amount > outstanding ? `Must be at most ${nairaText(outstanding)}, which is all that is left` : null;
}
