import { and, eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { payouts } from "@/db/schema/loans";
import { day, earliest, hour, later } from "@/lib/kernel/calendar";
import { log } from "@/lib/kernel/log";
import type { BusinessTime } from "@/lib/kernel/time";
import { bankOver } from "@/lib/parties/lenders/rails/open-rail";
import type { BankProvider, TransferOrder } from "@/lib/platform/providers/bank";
import { reversalDays } from "@/lib/terms/payouts";
import { recordReversal } from "./record-reversal";

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

/** When money that arrived is asked about again: daily, and hourly after silence. Only an answer ends it: null. */
export function nextCheck(finishedAt: BusinessTime, answer: false | null, now: BusinessTime): BusinessTime | null {
  const until = later(finishedAt, reversalDays * day);
  if (answer === null) return later(now, now < until ? hour : day);
  return now < until ? earliest(later(now, day), until) : null;
}

async function finish(payoutId: string, dueAt: BusinessTime | null): Promise<BusinessTime | null> {
  await db()
    .update(payouts)
    .set({ dueAt, leasedUntil: null })
    .where(and(eq(payouts.id, payoutId), eq(payouts.status, "CONFIRMED"), isNull(payouts.reversedAt)));
  return dueAt;
}
