import { and, eq, inArray, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { payouts } from "@/db/schema/loans";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { day, earliest, hour, later } from "@/lib/kernel/calendar";
import { log } from "@/lib/kernel/log";
import type { BusinessTime } from "@/lib/kernel/time";
import { keepLateAnswer } from "@/lib/lending/transfers/payouts/unclear-payout";
import { bankOver } from "@/lib/parties/lenders/rails/open-rail";
import type { BankProvider, TransferOrder } from "@/lib/platform/providers/bank";
import { reversalDays } from "@/lib/terms/payouts";
import { recordReversal } from "./record-reversal";

/** How long an answer is waited for that may never come, as where two operators closed the order. */
const longestSilence = 90 * day;

export type PayoutOrder = {
  payout: typeof payouts.$inferSelect;
  lastFour: string;
  transfer: Omit<TransferOrder, "now">;
};

/**
 * Asks whether a payout that has arrived came back: a provider tells nobody (docs/payouts.md#reversed-payouts). Once more
 * after its time, however late this runs. Returns when to ask again.
 */
export async function checkReversal(
  { payout, lastFour, transfer }: PayoutOrder,
  now: BusinessTime,
  given?: BankProvider,
): Promise<BusinessTime | null> {
  if (!payout.railId || !payout.finishedAt || payout.reversedAt) return finish(payout.id, null);
  const bank = given ?? (await bankOver(payout));
  if (!bank.isReversed) return finish(payout.id, null);
  // Called before the `try`: a call inside a transaction is our error, not the bank's.
  const asked = bank.isReversed({ ...transfer, now });
  const reversed = await answerOf(asked, payout.id);
  if (reversed) {
    await transaction(() => recordReversal({ payout, lastFour, now }));
    return null;
  }
  return finish(payout.id, nextCheck(payout.finishedAt, reversed, now));
}

/** Null where it could not be asked. @param id of the payout or the payment */
export async function answerOf(asked: Promise<boolean | null>, id: string): Promise<boolean | null> {
  try {
    return await asked;
  } catch (error) {
    log.error("the bank could not be asked whether money was taken back", error, { id });
    return null;
  }
}

/** When money is asked about again: daily, and hourly after silence, which alone does not end it in 90 days. Null: no more. */
export function nextCheck(finishedAt: BusinessTime, answer: false | null, now: BusinessTime): BusinessTime | null {
  const until = later(finishedAt, reversalDays * day);
  if (answer === null && now < later(finishedAt, longestSilence)) return later(now, now < until ? hour : day);
  return now < until ? earliest(later(now, day), until) : null;
}

/** Asks whether one that was refused, or closed as not paid, was paid after all. It is kept then, for a person. */
export async function checkLate(
  { payout, transfer }: PayoutOrder,
  now: BusinessTime,
  given?: BankProvider,
): Promise<BusinessTime | null> {
  if (!payout.railId || !payout.finishedAt) return finish(payout.id, null);
  const bank = given ?? (await bankOver(payout));
  if (!bank.isReversed) return finish(payout.id, null);
  // Called before the `try`: a call inside a transaction is our error, not the bank's.
  const reversed = await answerOf(bank.isReversed({ ...transfer, now }), payout.id);
  if (reversed !== false) return finish(payout.id, nextCheck(payout.finishedAt, reversed && false, now));
  const tenant = tenantOf(payout);
  const actor: Actor = { kind: "job", tenant, task: "send-payout" };
  await transaction(() => keepLateAnswer({ actor, payout, reference: payout.reference ?? payout.id, now }));
  return finish(payout.id, null);
}

async function finish(payoutId: string, dueAt: BusinessTime | null): Promise<BusinessTime | null> {
  const ended = inArray(payouts.status, ["CONFIRMED", "FAILED"]);
  await db()
    .update(payouts)
    .set({ dueAt, leasedUntil: null })
    .where(and(eq(payouts.id, payoutId), ended, isNull(payouts.reversedAt)));
  return dueAt;
}
