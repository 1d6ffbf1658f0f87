import { dateText } from "@/components/ui/date-text";
import { nairaText } from "@/lib/kernel/money";
import type { PaymentAnswer } from "@/lib/lending/transfers/payments/schema";
import type { Statement } from "@/lib/loans/statements/schema";
import type { EmbedSession } from "@/lib/surfaces/journey/schema";
import { largestShareOfSale } from "@/lib/terms/deductions";
import type { LoanStatusAnswer } from "@/lib/terms/loans/schema";

const day = 86_400_000;
const hour = 3_600_000;

export function tenorText(days: number): string {
  if (days % 365 !== 0) return `${days} days`;
  return days === 365 ? "1 year" : `${days / 365} years`;
}

export function percentText(percent: number): string {
  return `${percent.toLocaleString("en-NG", { maximumFractionDigits: 2 })}%`;
}

/** The time from one moment to another, what has begun counted whole: `30 days left` on the first of 30. */
export function timeLeft(now: string, until: string): string {
  const left = Date.parse(until) - Date.parse(now);
  if (left <= 0) return "no time left";
  if (left < hour) return "less than an hour left";
  if (left <= day - hour) return counted(Math.ceil(left / hour), "hour left", "hours left");
  return counted(Math.ceil(left / day), "day left", "days left");
}

export function counted(number: number, one: string, many: string): string {
  return `${number.toLocaleString("en-NG")} ${number === 1 ? one : many}`;
}

export function exampleOfSale(
  { deductionPercentage, minimumDeduction }: { deductionPercentage: number; minimumDeduction: number },
  marketplace: string,
): string {
  const sale = 10_000;
  const taken = Math.min(sale * largestShareOfSale, Math.max((sale * deductionPercentage) / 100, minimumDeduction));
  return `From a sale of ${nairaText(sale)}, ${marketplace} takes ${nairaText(taken)} and you keep ${nairaText(sale - taken)}.`;
}

/** `Test Bank, ending in 6789`. */
export function accountText({ bankName, lastFour }: { bankName: string; lastFour: string }): string {
  return `${bankName}, ending in ${lastFour}`;
}

/** What can still be paid of a loan: what is outstanding, or of one that was written off what is not recovered. */
export function leftToPay({ outstanding, writtenOff }: Pick<LoanStatusAnswer, "outstanding" | "writtenOff">): number {
  return outstanding.total > 0 ? outstanding.total : writtenOff;
}

/** What it means that a bank took back a payment of so many naira. */
export function takenBackText(
  amount: number,
  loan: Pick<LoanStatusAnswer, "outstanding" | "writtenOff"> & { pause: unknown },
) {
  const left = leftToPay(loan);
  if (left === 0) return "It was more than you owed, so you owe nothing for it.";
  // It may be that nothing is owed until the loan's own money arrives.
  if (loan.pause) return "It no longer counts as paid back.";
  const again = left < amount ? `You owe ${nairaText(left)} of it again.` : "You owe it again.";
  return `${again} ${nairaText(left)} is left to pay.`;
}

export function agreedText(agreed: NonNullable<LoanStatusAnswer["terms"]["agreed"]>): string {
  const { annualPercentageRate: apr, deductionPercentage, dueDate } = agreed;
  const rate = apr === null ? "" : `, at an estimated APR of ${percentText(apr)}`;
  return `What was agreed at first: ${percentText(deductionPercentage)} of each sale until ${dateText(dueDate)}${rate}.`;
}

/** A code is never typed, so only a bank that was not chosen is wrong. */
export function bankWording(error: string): string {
  return error === "Must be 3 to 6 digits" ? "Choose your bank from the list" : error;
}

export function stateText({ stage, status }: Pick<EmbedSession["loans"][number], "stage" | "status">): string {
  switch (stage) {
    case "offer":
      return "Offer: waiting for your answer";
    case "payout-account":
      return "Accepted: needs your bank account";
    case "mandate":
      return "Accepted: needs your bank’s agreement";
    case "paying-out":
      return "The money is on its way";
    case "running":
      return status === "DEFAULTED" ? "In default" : "Being paid back";
    case "ended":
      if (status === "REPAID") return "Paid back";
      return status === "WRITTEN_OFF" ? "Written off" : "Ended without a payout";
  }
}

export const entryKindLabels: Record<Statement["entries"][number]["kind"], string> = {
  DISBURSEMENT: "Paid out to you",
  DEDUCTION: "Taken from a sale",
  PAYMENT: "Paid from your account",
  REVERSAL: "Given back to you",
  REFUND: "Refunded to you",
  PAYOUT_REVERSED: "Came back to the lender",
  PAID_AGAIN: "Paid out to you again",
  REFUND_REVERSED: "A refund that came back",
  DEBIT_REVERSED: "Taken back by your bank",
};

export const debitFailureTexts: Record<NonNullable<PaymentAnswer["failure"]>, string> = {
  INSUFFICIENT_FUNDS: "There was not enough money in the account.",
  MANDATE_CANCELLED: "The mandate was stopped at the bank.",
  ACCOUNT_CLOSED: "The account is closed.",
  REFUSED: "The bank gave no reason.",
};
