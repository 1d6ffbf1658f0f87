import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { payoutAccounts, type payouts } from "@/db/schema/loans";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { fromKobo, nairaText } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { causeAgainst } from "@/lib/lending/funding/decide-again";
import { hasHolder } from "@/lib/lending/transfers/payouts/payout-account";
import { paidLate } from "@/lib/lending/transfers/payouts/unclear-payout";
import { waitForRemittance } from "@/lib/lending/transfers/payouts/wait-for-remittance";
import { overpaid } from "@/lib/loans/ledger/balances";
import { bookOf } from "@/lib/loans/loans/load-loans";
import { loansById } from "@/lib/loans/loans/queries";
import type { PayoutWait } from "@/lib/terms/payouts";

type Payout = typeof payouts.$inferSelect;
export type Obstacle = { waitsFor: PayoutWait; waitsBecause: string | null };

/**
 * What keeps an open order that is not in the bank's hands out of a batch; null: nothing. One that was recalled was entered by
 * nobody, two operators say, and is looked at as if it had not been asked for.
 * @param remittance may remember, where many are looked at
 */
export async function findObstacle(
  payout: Payout,
  now: BusinessTime,
  remittance = waitForRemittance,
): Promise<Obstacle | null> {
  const why = (await lacksHolder(payout)) ? noHolder : await paidLate(payout);
  if (why) return waitsForPerson(why);
  const wait = await remittance({ ...payout, askedAt: null }, now);
  return wait?.status === "PENDING" ? { waitsFor: wait.waitsFor, waitsBecause: wait.detail ?? null } : null;
}

/**
 * Of an order that was recalled: why it would not be ordered today. It is not ended for that, since somebody may have entered
 * it all the same: it waits until its bank's statement shows it, or two close it.
 */
export async function findObjection(payout: Payout, now: BusinessTime): Promise<Obstacle | null> {
  if (!payout.askedAt) return null;
  const actor: Actor = { kind: "job", tenant: tenantOf(payout), task: "send-payout" };
  const [loan] = await loansById(reachOf(actor), [payout.loanId]);
  // What is paid anew has been lent already, and two operators have decided about it.
  if (!loan || (payout.purpose === "DISBURSEMENT" && loan.returnedAt)) return null;
  if (payout.purpose === "REFUND") {
    const owed = overpaid(bookOf(loan));
    const left = `It was recalled, and no more than ${nairaText(fromKobo(owed))} is owed now.`;
    return payout.amount <= owed ? null : waitsForPerson(`${left} ${closeIt}`);
  }
  const cause = await causeAgainst(loan, now);
  if (cause === "WAIT") return waitsForPerson("New data about the business is being assessed: try again in a minute.");
  return cause && waitsForPerson(`It was recalled, and would not be lent today (${cause}). ${closeIt}`);
}

function waitsForPerson(waitsBecause: string): Obstacle {
  return { waitsFor: "PERSON", waitsBecause };
}

const noHolder = "Nobody knows whose account it is: the bank does not, or two have yet to enter the holder's name.";
const closeIt = "Close it as not paid once the statement shows that nobody has entered it.";

async function lacksHolder({ payoutAccountId }: Payout): Promise<boolean> {
  const [account] = await db().select().from(payoutAccounts).where(eq(payoutAccounts.id, payoutAccountId));
  return !account || !hasHolder(account);
}
