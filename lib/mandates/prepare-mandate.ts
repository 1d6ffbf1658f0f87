import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { mandates } from "@/db/schema/loans";
import { inTenant, ownedBy } from "@/db/tenancy";
import { type Actor, tenantOf } from "@/lib/actor";
import { CodedError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { type LoanRecord, lockLoan } from "@/lib/loans/load-loans";
import type { MandateStatus } from "@/lib/loans/states";
import { refuseMarketplace, requireState } from "@/lib/loans/transitions";
import { findPayoutAccount, openAccount } from "@/lib/payouts/payout-account";
import type { MandateOrder } from "@/lib/providers/mandate";
import { reachOf, reachOfRow } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";

/** The current mandate on the loan's payout account, and the order to send to the provider. */
export type PreparedMandate = { status: MandateStatus; accountId: string; order: MandateOrder };

/**
 * Records that a mandate on the loan's payout account is wanted, before the provider is asked for it.
 * @throws CodedError NOT_FOUND, TEST_KEY_REQUIRED; LOAN_STATE_CONFLICT, also while there is no payout account
 */
export async function orderMandate(call: {
  actor: Actor;
  loanId: string;
  now: BusinessTime;
}): Promise<PreparedMandate> {
  const { actor, loanId, now } = call;
  refuseMarketplace(actor);
  return transaction(async () => prepareMandate(await lockLoan(reachOf(actor), loanId), now));
}

/**
 * Records that a mandate on the loan's payout account is wanted, inside the transaction that holds the loan's row. An
 * existing mandate is kept; for a different account it starts over.
 * @throws CodedError LOAN_STATE_CONFLICT, also while there is no payout account
 */
export async function prepareMandate(loan: LoanRecord, now: BusinessTime): Promise<PreparedMandate> {
  requireState(loan, "activate the mandate");
  const tenant = tenantOf(loan);
  const accountId = loan.payoutAccountId;
  const account = accountId ? await findPayoutAccount(reachOfRow(loan), accountId) : undefined;
  if (!accountId || !account) {
    throw new CodedError("LOAN_STATE_CONFLICT", "The loan has no payout account yet: set one before the mandate.");
  }
  const found = inTenant(mandates, tenant, eq(mandates.loanId, loan.id));
  const [existing] = await db().select().from(mandates).where(found);
  // The key includes the account, so the provider treats a mandate on another account as a new one.
  const orderFor = (id: string) => ({ idempotencyKey: `${id}:${accountId}`, ...openAccount(account) });
  if (!existing) {
    const id = newId("mandate");
    const row = { id, loanId: loan.id, payoutAccountId: accountId, status: "PENDING" as const, createdAt: now };
    await db()
      .insert(mandates)
      .values({ ...ownedBy(tenant), ...row });
    return { status: "PENDING", accountId, order: orderFor(id) };
  }
  if (existing.payoutAccountId === accountId) {
    return { status: existing.status, accountId, order: orderFor(existing.id) };
  }
  await db()
    .update(mandates)
    .set({ payoutAccountId: accountId, status: "PENDING", providerReference: null, activatedAt: null })
    .where(found);
  return { status: "PENDING", accountId, order: orderFor(existing.id) };
}
