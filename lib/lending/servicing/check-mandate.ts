import { and, eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { holdLonger } from "@/db/due";
import { mandates } from "@/db/schema/loans";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { day, earliest, hour, later } from "@/lib/kernel/calendar";
import { log } from "@/lib/kernel/log";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { checkBegunMandate, findBegunMandate } from "@/lib/lending/transfers/mandates/check-begun-mandate";
import { findGivenMandate, isUsedElsewhere, type StoredMandate } from "@/lib/lending/transfers/mandates/given-mandate";
import { announceDebit } from "@/lib/lending/transfers/payments/announce-debit";
import { payable } from "@/lib/loans/ledger/balances";
import { cancelMandate } from "@/lib/loans/loans/cancel-mandate";
import { bookOf, lockLoan } from "@/lib/loans/loans/load-loans";
import { mandatesOver } from "@/lib/parties/lenders/rails/open-rail";
import type { MandateProvider } from "@/lib/platform/providers/mandate";
import { isOpen, isPayable } from "@/lib/terms/loans/states";
import { mandateCheckDays } from "@/lib/terms/mandates";

const retryAfter = hour;

/**
 * Also announces debits and tells the bank of mandates that ended here. The bank is asked outside any transaction.
 * Returns when to ask or tell again; null for a mandate that has ended, once the bank knows.
 */
export async function checkMandate(
  mandateId: string,
  now: BusinessTime,
  provider?: MandateProvider,
): Promise<BusinessTime | null> {
  const begun = await findBegunMandate(mandateId);
  if (begun?.mandate.railId) await holdLonger(mandates, mandateId, now);
  if (begun) return checkBegunMandate(begun, provider ?? (await mandatesOver(begun.mandate)), now);
  const found = await findGivenMandate(mandateId);
  if (!found) return null;
  if (found.mandate.railId) await holdLonger(mandates, mandateId, now);
  const bank = provider ?? (await mandatesOver(found.mandate));
  if (await hasEnded(found, now)) {
    return keepDue(mandateId, (await tell(bank, found)) ? null : later(now, retryAfter));
  }
  const status = await ask(bank, found, now);
  if (status === "UNKNOWN") return keepDue(mandateId, later(now, retryAfter));
  return transaction(() => record(found, status, now));
}

/** Whether the mandate has ended here; it ends with its loan, after a write-off once the loss is made good. */
async function hasEnded({ mandate, loanStatus }: StoredMandate, now: BusinessTime): Promise<boolean> {
  if (mandate.status === "CANCELLED") return true;
  if (isOpen(loanStatus)) return false;
  const actor = actorFor(mandate);
  return transaction(async () => {
    const loan = await lockLoan(reachOf(actor), mandate.loanId);
    if (isOpen(loan.status) || (isPayable(loan.status) && payable(bookOf(loan)) > 0)) return false;
    await cancelMandate({ actor, loan, cause: "LOAN_ENDED", now });
    return true;
  });
}

async function ask(bank: MandateProvider, { mandate, given }: StoredMandate, now: BusinessTime) {
  // Called before the `try`: a call inside a transaction is our error, not the bank's.
  const asked = bank.status({ ...given, now });
  try {
    return await asked;
  } catch (error) {
    log.error("the bank could not be asked about a mandate", error, { mandateId: mandate.id });
    return "UNKNOWN";
  }
}

async function tell(bank: MandateProvider, { mandate, given }: StoredMandate): Promise<boolean> {
  if (await isUsedElsewhere(mandate, given.mandateReference)) return true;
  // Called before the `try`: a call inside a transaction is our error, not the bank's.
  const told = bank.cancel(given);
  try {
    await told;
    return true;
  } catch (error) {
    log.error("the bank could not be told that a mandate has ended", error, { mandateId: mandate.id });
    return false;
  }
}

async function record(
  { mandate }: StoredMandate,
  status: "ACTIVE" | "CANCELLED",
  now: BusinessTime,
): Promise<BusinessTime | null> {
  const actor = actorFor(mandate);
  const loan = await lockLoan(reachOf(actor), mandate.loanId);
  const [current] = await db()
    .select({ id: mandates.id })
    .from(mandates)
    .where(and(eq(mandates.id, mandate.id), eq(mandates.status, "ACTIVE")));
  if (!current) return null;
  if (status === "CANCELLED") {
    await cancelMandate({ actor, loan, cause: "HOLDER", now });
    return null;
  }
  const debit = await announceDebit({ actor, loan, mandateId: mandate.id, now });
  const check = later(now, mandateCheckDays * day);
  return keepDue(mandate.id, debit ? earliest(debit, check) : check);
}

async function keepDue(mandateId: string, dueAt: BusinessTime | null): Promise<BusinessTime | null> {
  await db().update(mandates).set({ dueAt, leasedUntil: null }).where(eq(mandates.id, mandateId));
  return dueAt;
}

function actorFor(row: StoredMandate["mandate"]): Actor {
  return { kind: "job", tenant: tenantOf(row), task: "check-mandate" };
}
