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
  const until = later(payout.finishedAt, reversalDays * day);
  // Only an answer ends it: silence may hide that the money came back.
  if (reversed === null) return finish(payout.id, later(now, now < until ? hour : day));
  return finish(payout.id, now < until ? earliest(later(now, day), until) : null);
}

async function answerOf(asked: Promise<boolean | null>, payoutId: string): Promise<boolean | null> {
  try {
    return await asked;
  } catch (error) {
    log.error("the bank could not be asked whether a payout came back", error, { payoutId });
    return null;
  }
}

async function finish(payoutId: string, dueAt: BusinessTime | null): Promise<BusinessTime | null> {
  await db()
    .update(payouts)
    .set({ dueAt, leasedUntil: null })
    .where(and(eq(payouts.id, payoutId), eq(payouts.status, "CONFIRMED"), isNull(payouts.reversedAt)));
  return dueAt;
}
