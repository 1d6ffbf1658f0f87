import { and, eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { loans, payoutAccounts } from "@/db/schema/loans";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { type LoanRecord, loadLoans, lockLoan } from "@/lib/loans/loans/load-loans";
import { bankOfLender } from "@/lib/parties/lenders/rails/open-rail";
import type { BankProvider } from "@/lib/platform/providers/bank";
import { askAgainAt } from "./ask-again-at";
import { findUnnamed } from "./name-account";
import { openAccount } from "./payout-account";
import { recordHolder } from "./record-holder";
import { refundSoon } from "./refund-account";
import { enquireAccount } from "./save-payout-account";

type Account = typeof payoutAccounts.$inferSelect;

/**
 * Asks again whose account it is that nobody could be asked about when it was given (docs/payouts.md#accounts-being-checked).
 * Returns when to ask next; null once it is known, or wanted for nothing.
 */
export async function findHolder(
  accountId: string,
  now: BusinessTime,
  provider?: BankProvider,
): Promise<BusinessTime | null> {
  const waiting = and(eq(payoutAccounts.id, accountId), isNull(payoutAccounts.verifiedAt));
  const [account] = await db().select().from(payoutAccounts).where(waiting);
  if (!account) return keepDue(accountId, null);
  const actor: Actor = { kind: "job", tenant: tenantOf(account), task: "find-holder" };
  const loan = await loanFor(account, actor);
  if (!loan) return keepDue(accountId, null);
  const bank = provider ?? (await bankOfLender(loan.lenderId, loan.environment));
  const enquiry = await enquireAccount(loan, openAccount(account), bank);
  if (enquiry === "NOT_CHECKED") return keepDue(accountId, askAgainAt(account, now));
  const accountName = enquiry === "UNKNOWN" ? null : enquiry.accountName;
  const isOwn = await transaction(async () => {
    const locked = await lockLoan(reachOf(actor), loan.id);
    const [current] = await db().select({ id: payoutAccounts.id }).from(payoutAccounts).where(waiting);
    // Operators, or the merchant itself, may have been quicker.
    return current ? recordHolder({ actor, loan: locked, account, accountName, now }) : false;
  });
  if (isOwn) await refundSoon({ actor, merchantId: account.merchantId, now });
  return null;
}

/** The loan that waits for it: its money goes there, or its refund. */
async function loanFor({ id, merchantId }: Account, actor: Actor): Promise<LoanRecord | undefined> {
  for (const loan of await loadLoans(reachOf(actor), eq(loans.merchantId, merchantId))) {
    if ((await findUnnamed(loan))?.id === id) return loan;
  }
  return undefined;
}

async function keepDue(accountId: string, dueAt: BusinessTime | null): Promise<BusinessTime | null> {
  const it = and(eq(payoutAccounts.id, accountId), isNull(payoutAccounts.verifiedAt));
  await db().update(payoutAccounts).set({ dueAt, leasedUntil: null }).where(it);
  return dueAt;
}
