import { currency, fromKobo, type Kobo, kobo, minus, zero } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { quote } from "@/lib/loans/loans/deduction-quotes/quote";
import { toQuoted } from "@/lib/loans/loans/deduction-quotes/quote-deductions";
import { receiveSalesEvent } from "@/lib/sales/data-events/receive-sales-event";
import type { RepaymentEvent } from "@/lib/sales/data-events/schema";
import { reportRepayment } from "@/lib/sandbox/test-helpers/test-loans/report-repayment";
import { passTime } from "./pass-time";
import { dayOf, loanOf, nameFor, type Story } from "./story";

/** A marketplace's report about a loan's money: when it happened and when it was reported. */
type Reported = {
  amount: Kobo;
  at: BusinessTime;
  reference?: string;
  toldAt?: BusinessTime;
  event?: { id: string; at: Date };
};

/** A week's sales and its number, from 1. */
type Week = { number: number; sales: Kobo };

/** The sales from which the loan's terms deduct this amount. */
export async function salesFor(story: Story, deduction: Kobo): Promise<Kobo> {
  const { deductionBasisPoints } = await loanOf(story);
  return kobo(Math.ceil((deduction * 10_000) / deductionBasisPoints));
}

export async function shareOfTotal(story: Story, share: number): Promise<Kobo> {
  const { principal, interest } = await loanOf(story);
  return kobo(Math.ceil((principal + interest) * share));
}

/** The amount to deduct from sales under the current terms. */
export async function allowedOf(story: Story, sales: Kobo): Promise<Kobo> {
  return quote(toQuoted(await loanOf(story)), { sale: sales, taken: zero, proposed: zero, currency }).allowed;
}

/** Two orders during the week, of 60 and 40 percent of its sales. */
export async function sellInWeek(story: Story, { number, sales }: Week): Promise<void> {
  const first = kobo(Math.round(sales * 0.6));
  await sell(story, dayOf(story, number * 7 - 5), first);
  await sell(story, dayOf(story, number * 7 - 2), minus(sales, first));
}

/** A regular week: sales, and on its last day the deduction under the terms, which is returned. */
export async function goodWeek(story: Story, week: Week) {
  await sellInWeek(story, week);
  const at = dayOf(story, week.number * 7);
  const amount = await allowedOf(story, week.sales);
  return { reference: await deduct(story, { amount, at }), amount, at };
}

export async function sell(story: Story, at: BusinessTime, amount: Kobo): Promise<void> {
  const { actor, ref } = story;
  await passTime(story, at);
  const eventId = nameFor(story, "sale");
  const sale = { eventId, merchantId: ref, orderId: nameFor(story, "order"), amount: fromKobo(amount) };
  await receiveSalesEvent({ actor, input: { ...sale, currency, occurredAt: at }, now: at });
}

/** Reports a deduction. @returns its reference. */
export async function deduct(story: Story, deduction: Reported): Promise<string> {
  const { amount, at, reference = nameFor(story, "deduction") } = deduction;
  const fact = { reference, amount: fromKobo(amount), currency, deductedAt: at.toISOString() };
  await report(story, "repayment.deducted", fact, deduction);
  return reference;
}

/** Reports the reversal of a deduction, known or not. */
export async function reverse(story: Story, originalReference: string, reversal: Reported): Promise<void> {
  const { amount, at, reference = nameFor(story, "reversal") } = reversal;
  const fact = { reference, originalReference, amount: fromKobo(amount), currency, reversedAt: at.toISOString() };
  await report(story, "repayment.reversed", { ...fact, reasonCode: "BUYER_REFUNDED" }, reversal);
}

export async function fail(story: Story, attempt: Reported): Promise<void> {
  const { amount, at, reference = nameFor(story, "deduction") } = attempt;
  const fact = { reference, attemptedAmount: fromKobo(amount), currency, failedAt: at.toISOString() };
  const why = { reasonCode: "INSUFFICIENT_BALANCE", reason: "The payout balance did not suffice.", willRetry: true };
  await report(story, "repayment.failed", { ...fact, ...why }, attempt);
}

async function report(
  story: Story,
  event: RepaymentEvent["event"],
  deduction: Record<string, unknown>,
  { at, ...when }: Reported,
) {
  const { actor } = story;
  const now = when.toldAt ?? at;
  await passTime(story, now);
  const loan = await loanOf(story);
  await reportRepayment({ actor, loan, fact: { event, deduction }, event: when.event, now });
}
