import { and, eq, isNotNull, isNull, ne, or, sum } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { holdLonger } from "@/db/due";
import { loans, payoutAccounts, payouts } from "@/db/schema/loans";
import { log } from "@/lib/kernel/log";
import { fromKobo, kobo, minus, nairaText, plus } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { checkLate, checkReversal, type PayoutOrder } from "@/lib/lending/transfers/reversed/check-reversal";
import { bankOver } from "@/lib/parties/lenders/rails/open-rail";
import type { BankProvider, TransferOutcome } from "@/lib/platform/providers/bank";
import type { PayoutPurpose, PayoutStatus } from "@/lib/terms/loans/states";
import { openAccount } from "./payout-account";
import { recordPayout } from "./record-payout";
import { startAsking } from "./start-asking";
import { isRefundOwed } from "./start-refund";
import { paidLate } from "./unclear-payout";
import { waitForRemittance } from "./wait-for-remittance";

/**
 * The bank is called outside any transaction and knows the payout by its names: after a kill it gets the same transfer.
 * A loan is decided once more before the bank is first asked, never after: it may have paid. One that has arrived is
 * asked about until it can no longer come back. Returns when to ask again.
 */
export async function sendPayout(
  payoutId: string,
  now: BusinessTime,
  given?: BankProvider,
): Promise<BusinessTime | null> {
  const order = await findOrder(payoutId, "PENDING");
  if (!order) {
    const arrived = await findOrder(payoutId, "CONFIRMED");
    if (arrived) return checkReversal(arrived, now, given);
    const refused = await findOrder(payoutId, "FAILED");
    return refused ? checkLate(refused, now, given) : null;
  }
  const bank = given ?? (await bankOver(order.payout));
  if (bank.inBatches) return waitForBatch(payoutId);
  if (order.payout.railId) await holdLonger(payouts, payoutId, now);
  const { purpose, askedAt } = order.payout;
  if (purpose === "REFUND" && !askedAt && !(await isRefundOwed(order.payout, now))) return null;
  const wait =
    (await waitForPerson(order.payout)) ??
    (await waitForRemittance(order.payout, now)) ??
    (await waitForCover(bank, order));
  if (wait) return transaction(() => recordPayout(order, wait, now));
  const asking = await startAsking(order.payout, now);
  if (!asking.started) return asking.again;
  const outcome = await ask(bank, order, now);
  return transaction(() => recordPayout(order, outcome, now));
}

/** Where another order of its loan turns out to have been paid. One that was asked for itself is only asked about. */
async function waitForPerson(payout: PayoutOrder["payout"]): Promise<TransferOutcome | null> {
  const late = payout.askedAt ? null : await paidLate(payout);
  return late === null ? null : { status: "PENDING", waitsFor: "PERSON", detail: late };
}

/** By hand nobody is asked: a batch takes it, and what its bank did is recorded as any answer (docs/by-hand.md). */
async function waitForBatch(payoutId: string): Promise<null> {
  await db()
    .update(payouts)
    .set({ waitsFor: "BATCH", dueAt: null, leasedUntil: null })
    .where(and(eq(payouts.id, payoutId), eq(payouts.status, "PENDING")));
  return null;
}

async function findOrder(payoutId: string, status: PayoutStatus): Promise<PayoutOrder | undefined> {
  const [found] = await db()
    .select({ payout: payouts, account: payoutAccounts, loan: loans.reference })
    .from(payouts)
    .innerJoin(payoutAccounts, eq(payoutAccounts.id, payouts.payoutAccountId))
    .innerJoin(loans, eq(loans.id, payouts.loanId))
    .where(and(eq(payouts.id, payoutId), eq(payouts.status, status)));
  if (!found) return undefined;
  const { payout, account, loan } = found;
  const { id: idempotencyKey, amount, reference, purpose, createdAt: orderedAt } = payout;
  const { accountName, lastFour } = account;
  if (accountName === null) throw new Error(`Nobody knows whose account the payout ${payoutId} would go to.`);
  const narration = narrationOf(purpose, loan);
  const named = { idempotencyKey, reference, amount, orderedAt, accountName, narration };
  return { payout, lastFour, transfer: { ...named, ...openAccount(account) } };
}

/** What the holder reads beside the credit. @param loan its reference */
export function narrationOf(purpose: PayoutPurpose, loan: string): string {
  return `${purpose === "REFUND" ? "Refund of loan" : "Loan"} ${loan}`;
}

/**
 * One that was asked for may have been paid, and is only asked about. Others that went unanswered take what they may cost;
 * what the provider knows of, its balance is less already.
 */
async function waitForCover(bank: BankProvider, { payout }: PayoutOrder): Promise<TransferOutcome | null> {
  if (!bank.cover || payout.askedAt || !payout.railId) return null;
  const cover = await bank.cover(payout.amount);
  if (!cover) return { status: "PENDING", waitsFor: "PROVIDER", detail: "The balance is not known." };
  const others = [eq(payouts.railId, payout.railId), eq(payouts.status, "PENDING"), ne(payouts.id, payout.id)];
  const unclear = and(isNotNull(payouts.askedAt), or(isNull(payouts.waitsFor), isNotNull(payouts.silentAt)));
  const [row] = await db()
    .select({ taken: sum(payouts.amount) })
    .from(payouts)
    .where(and(...others, unclear));
  const needed = plus(payout.amount, plus(cover.fee, kobo(Number(row?.taken ?? 0))));
  if (cover.available >= needed) return null;
  const short = nairaText(fromKobo(minus(needed, cover.available)));
  return { status: "PENDING", waitsFor: "BALANCE", detail: `${short} more is needed, with fees and what is unclear.` };
}

async function ask(bank: BankProvider, { payout, transfer }: PayoutOrder, now: BusinessTime): Promise<TransferOutcome> {
  // Called before the `try`: a call inside a transaction is our error, not the bank's.
  const asked = bank.transfer({ ...transfer, now });
  try {
    return await asked;
  } catch (error) {
    // It may or may not have paid: PENDING means that we do not know.
    log.error("the bank could not be asked to pay", error, { payoutId: payout.id });
    return { status: "PENDING", waitsFor: "PROVIDER", sent: "MAYBE" };
  }
}
