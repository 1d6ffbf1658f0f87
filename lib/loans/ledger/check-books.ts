import { setImmediate } from "node:timers/promises";
import { and, eq, isNull } from "drizzle-orm";
import { db, longTransaction } from "@/db/client";
import { connectionFaults, faultCode, passingFaults } from "@/db/faults";
import { ledgerFindings } from "@/db/schema/ledger";
import { ownedBy } from "@/db/tenancy";
import { type Environment, tenantOf } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/log";
import type { RealTime } from "@/lib/kernel/time";
import { readLedger } from "./check";
import { type Differences, differencesIn } from "./find-differences";
import type { Ledger } from "./loan-transactions";

export type CheckedLoan = { id: string; marketplaceId: string; environment: Environment };

/** As of one instant, however much comes in. Findings are logged when new, and cleared by books that are right. */
export async function checkBooks(loan: CheckedLoan, realNow: RealTime): Promise<Differences | null> {
  const found = await differencesOf(loan.id);
  if (found) await keepFinding(loan, found, realNow);
  else await clearFinding(loan.id, realNow);
  return found;
}

/**
 * A loan whose check fails must not keep the others from being checked: it is a finding as well. A database that cannot be
 * asked at the moment says nothing of the books: the check is to be made again.
 */
async function differencesOf(loanId: string): Promise<Differences | null> {
  try {
    const ledger = await readPatiently(loanId);
    // Reading and comparing ten thousand journals each keep the process from everything else for a tenth of a second.
    await setImmediate();
    return differencesIn(ledger);
  } catch (error) {
    if ([connectionFaults, passingFaults].some((faults) => faults.has(faultCode(error)))) throw error;
    log.error("the check of a loan's books failed", error, { loanId });
    return { accounts: [], rules: ["CHECKABLE"] };
  }
}

/** Very long books take more than a statement may. */
async function readPatiently(loanId: string): Promise<Ledger> {
  try {
    return await readLedger(loanId);
  } catch (error) {
    if (faultCode(error) !== "57014") throw error;
    return longTransaction(() => readLedger(loanId));
  }
}

async function keepFinding(loan: CheckedLoan, found: Differences, realNow: RealTime): Promise<void> {
  const id = newId("ledgerFinding");
  const [kept] = await db()
    .insert(ledgerFindings)
    .values({ id, ...ownedBy(tenantOf(loan)), loanId: loan.id, ...found, foundAt: realNow, lastSeenAt: realNow })
    .onConflictDoUpdate({
      target: ledgerFindings.loanId,
      targetWhere: isNull(ledgerFindings.clearedAt),
      set: { ...found, lastSeenAt: realNow },
    })
    .returning({ id: ledgerFindings.id });
  if (kept?.id !== id) return;
  const accounts = found.accounts.map(({ account }) => account);
  const about = { findingId: id, loanId: loan.id, accounts, rules: found.rules };
  log.error("a loan's books are wrong", "its ledger does not add up", about);
}

async function clearFinding(loanId: string, realNow: RealTime): Promise<void> {
  const cleared = await db()
    .update(ledgerFindings)
    .set({ clearedAt: realNow })
    .where(and(eq(ledgerFindings.loanId, loanId), isNull(ledgerFindings.clearedAt)))
    .returning({ id: ledgerFindings.id });
  for (const { id } of cleared) log.info("a loan's books are right again", { findingId: id, loanId });
}
