import { eq, ne } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { mandates, type payoutAccounts } from "@/db/schema/loans";
import { inTenant, ownedBy } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import type { Call } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { reachOf, reachOfRow } from "@/lib/kernel/reach";
import { findPayoutAccount, openAccount } from "@/lib/lending/transfers/payouts/payout-account";
import { payable } from "@/lib/loans/ledger/balances";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { cancelMandate } from "@/lib/loans/loans/cancel-mandate";
import { bookOf, type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import { refuseMarketplace, requireState } from "@/lib/loans/loans/transitions";
import type { MandateOrder } from "@/lib/platform/providers/mandate";
import type { MandateStatus } from "@/lib/terms/loans/states";

export type PreparedMandate = { status: MandateStatus; mandateId: string; accountId: string; order: MandateOrder };

/** Runs `prepareMandate` in its own transaction; the provider is asked afterwards. */
export async function orderMandate({ actor, loanId, now }: LoanCall): Promise<PreparedMandate> {
  refuseMarketplace(actor);
  return transaction(async () => prepareMandate({ actor, loan: await lockLoan(reachOf(actor), loanId), now }));
}

/** With the loan's row locked. After one that was cancelled, or for a different account, there is a new one. */
export async function prepareMandate({ actor, loan, now }: Call<{ loan: LoanRecord }>): Promise<PreparedMandate> {
  requireState(loan, "activate the mandate");
  if (loan.status === "WRITTEN_OFF" && payable(bookOf(loan)) === 0) {
    throw new CodedError("LOAN_STATE_CONFLICT", "All that was written off is recovered: there is nothing to pay.");
  }
  const accountId = loan.payoutAccountId;
  const account = accountId ? await findPayoutAccount(reachOfRow(loan), accountId) : undefined;
  if (!accountId || !account) {
    throw new CodedError("LOAN_STATE_CONFLICT", "The loan has no payout account yet: set one before the mandate.");
  }
  const tenant = tenantOf(loan);
  const ofLoan = eq(mandates.loanId, loan.id);
  const [current] = await db()
    .select()
    .from(mandates)
    .where(inTenant(mandates, tenant, ofLoan, ne(mandates.status, "CANCELLED")));
  if (current?.payoutAccountId === accountId) {
    return { status: current.status, mandateId: current.id, accountId, order: orderOf(current, account) };
  }
  await cancelMandate({ actor, loan, cause: "OTHER_ACCOUNT", now });
  const wanted = { id: newId("mandate"), loanId: loan.id, payoutAccountId: accountId, status: "PENDING" } as const;
  await db()
    .insert(mandates)
    .values({ ...wanted, ...ownedBy(tenant), createdAt: now });
  return { status: "PENDING", mandateId: wanted.id, accountId, order: orderOf(wanted, account) };
}

/** The key includes the account: mandates from before each account had its own are kept under it. */
function orderOf(mandate: { id: string; payoutAccountId: string }, account: typeof payoutAccounts.$inferSelect) {
  return { idempotencyKey: `${mandate.id}:${mandate.payoutAccountId}`, ...openAccount(account) };
}
