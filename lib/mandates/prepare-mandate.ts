import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { mandates } from "@/db/schema/loans";
import { inTenant, ownedBy } from "@/db/tenancy";
import { tenantOf } from "@/lib/actor";
import { CodedError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { LoanCall } from "@/lib/loans/act-on-loan";
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
 * Runs `prepareMandate` in its own transaction; the provider is asked afterwards.
 * @throws CodedError NOT_FOUND, TEST_KEY_REQUIRED; LOAN_STATE_CONFLICT, also while there is no payout account
 */
export async function orderMandate({ actor, loanId, now }: LoanCall): Promise<PreparedMandate> {
  refuseMarketplace(actor);
  return transaction(async () => prepareMandate(await lockLoan(reachOf(actor), loanId), now));
}

/**
 * Records that a mandate on the loan's payout account is wanted, with the loan's row locked. An existing mandate is
 * kept; for a different account it starts over.
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
  const id = existing?.id ?? newId("mandate");
  // The key includes the account, so the provider treats a mandate on another account as a new one.
  const order = { idempotencyKey: `${id}:${accountId}`, ...openAccount(account) };
  if (existing?.payoutAccountId === accountId) return { status: existing.status, accountId, order };
  const wanted = { payoutAccountId: accountId, status: "PENDING" } as const;
  if (existing) {
    await db()
      .update(mandates)
      .set({ ...wanted, providerReference: null, activatedAt: null, declinedAt: null })
      .where(found);
  } else {
    await db()
      .insert(mandates)
      .values({ id, ...ownedBy(tenant), loanId: loan.id, ...wanted, createdAt: now });
  }
  return { status: "PENDING", accountId, order };
}
