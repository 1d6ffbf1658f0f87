import { and, asc, eq, inArray, isNotNull, isNull, notExists } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { instructionLines } from "@/db/schema/instruction-batches";
import { loans, payoutAccounts, payouts } from "@/db/schema/loans";
import type { BusinessTime } from "@/lib/kernel/time";
import { openAccount } from "@/lib/lending/transfers/payouts/payout-account";
import { narrationOf } from "@/lib/lending/transfers/payouts/send-payout";
import { startAsking } from "@/lib/lending/transfers/payouts/start-asking";
import { isRefundOwed } from "@/lib/lending/transfers/payouts/start-refund";
import { lockLender } from "@/lib/parties/lenders/lock-lender";
import type { Rail } from "@/lib/parties/lenders/rails/queries";
import { mostOrders } from "@/lib/terms/batches";
import type { TakenOrder } from "./compose-file";
import { findObjection, findObstacle } from "./find-obstacle";
import { mayBeEntered } from "./queries";

const inNoBatch = () =>
  notExists(
    db()
      .select({ batchId: instructionLines.batchId })
      .from(instructionLines)
      .where(and(eq(instructionLines.payoutId, payouts.id), isNull(instructionLines.recalledAt))),
  );

const openOver = (rail: Rail) => and(eq(payouts.railId, rail.id), eq(payouts.status, "PENDING"), inNoBatch());

/**
 * Decides about each order once more, as before a provider is first asked (docs/payouts.md#payouts): what would not be lent
 * today, or is owed no more, ends. What somebody may have entered already only waits. Answers what may be entered.
 */
export async function decidePayouts(rail: Rail, now: BusinessTime): Promise<string[]> {
  const open = await db()
    .select({ id: payouts.id })
    .from(payouts)
    .where(openOver(rail))
    .orderBy(asc(payouts.id))
    .limit(mostOrders);
  const ready: string[] = [];
  for (const { id } of open) {
    await forgetUnentered(rail, id);
    const [payout] = await db().select().from(payouts).where(eq(payouts.id, id));
    if (payout?.status !== "PENDING" || (await hasToWait(payout, now))) continue;
    if ((await startAsking(payout, now)).started) ready.push(id);
  }
  return ready;
}

/** As before a provider is asked: for money that has not arrived from the marketplace, unless the refund is owed no more. */
export async function hasToWait(payout: typeof payouts.$inferSelect, now: BusinessTime): Promise<boolean> {
  if (payout.purpose === "REFUND" && !(await isRefundOwed(payout, now))) return true;
  const obstacle = (await findObstacle(payout, now)) ?? (await findObjection(payout, now));
  if (!obstacle) return false;
  await db()
    .update(payouts)
    .set(obstacle)
    .where(and(eq(payouts.id, payout.id), eq(payouts.status, "PENDING")));
  return true;
}

/** What was decided about and never came into a batch that was released, as where a process died, is decided again. */
async function forgetUnentered({ lenderId }: Rail, payoutId: string): Promise<void> {
  await transaction(async () => {
    // No batch is made meanwhile.
    await lockLender(lenderId);
    if (await mayBeEntered(payoutId)) return;
    const unentered = and(eq(payouts.id, payoutId), eq(payouts.status, "PENDING"), isNotNull(payouts.askedAt));
    await db().update(payouts).set({ askedAt: null }).where(and(unentered, inNoBatch()));
  });
}

/** In the transaction of the batch. */
export async function takePayouts(rail: Rail, ready: readonly string[]): Promise<TakenOrder[]> {
  const decided = and(openOver(rail), inArray(payouts.id, ready), isNotNull(payouts.askedAt));
  const named = isNotNull(payoutAccounts.accountName);
  const found = await db()
    .select({ payout: payouts, account: payoutAccounts, loan: loans.reference })
    .from(payouts)
    .innerJoin(payoutAccounts, eq(payoutAccounts.id, payouts.payoutAccountId))
    .innerJoin(loans, eq(loans.id, payouts.loanId))
    .where(and(decided, named))
    .orderBy(asc(payouts.id))
    .for("update", { of: payouts });
  const waits = { waitsFor: "BATCH", waitsBecause: null, dueAt: null, leasedUntil: null } as const;
  const ids = found.map(({ payout }) => payout.id);
  await db().update(payouts).set(waits).where(inArray(payouts.id, ids));
  return found.map(({ payout, account, loan }) => {
    const { id, reference, amount, purpose } = payout;
    const { accountName } = account;
    if (reference === null || accountName === null) throw new Error(`The payout ${id} cannot go by hand.`);
    const narration = narrationOf(purpose, loan);
    const instruction = { reference, amount, accountName, narration, mandateReference: null, ...openAccount(account) };
    return { order: { payoutId: id }, instruction };
  });
}
