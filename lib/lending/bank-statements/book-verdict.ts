import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { statementLines } from "@/db/schema/bank-statements";
import { payoutAccounts, payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { earliest, hour, later, latest } from "@/lib/kernel/calendar";
import { dayBegins } from "@/lib/kernel/lagos-days";
import { type BusinessTime, businessTime, type RealTime } from "@/lib/kernel/time";
import { recordDebit } from "@/lib/lending/transfers/payments/record-debit";
import { recordDebitReversal } from "@/lib/lending/transfers/payments/record-debit-reversal";
import { isDebit } from "@/lib/lending/transfers/payments/serialize";
import { recordPayout } from "@/lib/lending/transfers/payouts/record-payout";
import { keepLateAnswer } from "@/lib/lending/transfers/payouts/unclear-payout";
import { recordReversal } from "@/lib/lending/transfers/reversed/record-reversal";
import type { Order, Verdict } from "./matching/judge-lines";
import type { JudgedEntry } from "./plan-import";

/** Does what a line shows, in the transaction of the import, in which the line is stored already. */
export async function bookVerdict(entry: JudgedEntry, lineId: string, realNow: RealTime): Promise<void> {
  const { verdict, claimant, claimable, line, stored } = entry;
  const { order, act } = verdict;
  const given = line ?? stored;
  const bankReference = given.bankReference ?? lineId;
  if (stored) await keepVerdict(lineId, verdict);
  const now = atValueDate(claimable.valueDate, realNow);
  if (claimant) await claimant.book({ ...claimable, lineId, now });
  if (order?.kind === "PAYOUT" && verdict.waitsBecause === "NOT_UNDER_WAY") {
    await keepPaidLate(order, { bankReference, now });
  }
  if (order && act) await (order.kind === "PAYOUT" ? bookPayout : bookDebit)(order, act, { bankReference, now });
}

async function keepVerdict(lineId: string, { state, waitsBecause, order }: Verdict): Promise<void> {
  const found = order && { loanId: order.loanId, [order.kind === "PAYOUT" ? "payoutId" : "paymentId"]: order.id };
  await db()
    .update(statementLines)
    .set({ state, waitsBecause, ...found })
    .where(eq(statementLines.id, lineId));
}

type Shown = { bankReference: string; now: BusinessTime };

async function bookPayout({ id }: Order, act: "CONFIRM" | "TAKE_BACK", { bankReference, now }: Shown): Promise<void> {
  if (act === "TAKE_BACK") {
    await takeBackPayout(id, now);
    return;
  }
  const found = await payoutOf(id);
  if (!found) return;
  const { payout } = found;
  await recordPayout(found, { status: "CONFIRMED", reference: bankReference }, latest(now, payout.askedAt ?? now));
  // The account has shown it: nobody is asked any more.
  await db().update(payouts).set({ dueAt: null }).where(eq(payouts.id, id));
}

async function payoutOf(id: string) {
  const [found] = await db()
    .select({ payout: payouts, lastFour: payoutAccounts.lastFour })
    .from(payouts)
    .innerJoin(payoutAccounts, eq(payoutAccounts.id, payouts.payoutAccountId))
    .where(eq(payouts.id, id));
  return found;
}

/** Answers whether there was anything that can have come back. */
export async function takeBackPayout(id: string, now: BusinessTime): Promise<boolean> {
  const found = await payoutOf(id);
  if (found?.payout.status !== "CONFIRMED") return false;
  await recordReversal({ ...found, now: latest(now, found.payout.finishedAt ?? now) });
  return true;
}

/** As of payouts. */
export async function takeBackDebit(id: string, now: BusinessTime): Promise<boolean> {
  const [payment] = await db().select().from(payments).where(eq(payments.id, id));
  if (!payment || !isDebit(payment) || !(payment.status === "CONFIRMED" || payment.status === "REVERSED")) return false;
  await recordDebitReversal(payment, latest(now, payment.finishedAt ?? now));
  return true;
}

/** What was taken for refused went out: it waits for a person with its payout, too, before the money goes out again. */
async function keepPaidLate({ id }: Order, { bankReference: reference, now }: Shown): Promise<void> {
  const [payout] = await db().select().from(payouts).where(eq(payouts.id, id));
  if (payout?.status !== "FAILED") return;
  const actor: Actor = { kind: "job", tenant: tenantOf(payout), task: "send-payout" };
  await keepLateAnswer({ actor, payout, reference, now });
}

async function bookDebit({ id }: Order, act: "CONFIRM" | "TAKE_BACK", { bankReference, now }: Shown): Promise<void> {
  if (act === "TAKE_BACK") {
    await takeBackDebit(id, now);
    return;
  }
  const [payment] = await db().select().from(payments).where(eq(payments.id, id));
  if (!payment || !isDebit(payment)) return;
  await recordDebit(payment, { status: "CONFIRMED", reference: bankReference }, latest(now, payment.askedAt ?? now));
  await db().update(payments).set({ dueAt: null }).where(eq(payments.id, id));
}

/** Noon in Lagos of the day from which it counts, but not later than now. Live, business time is real time. */
export function atValueDate(valueDate: string, realNow: RealTime): BusinessTime {
  return earliest(later(dayBegins(valueDate), 12 * hour), businessTime(realNow, 0));
}
