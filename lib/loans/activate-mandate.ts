import { and, eq } from "drizzle-orm";
import { db, nudge, transaction } from "@/db/client";
import { loans, mandates } from "@/db/schema/loans";
import { inTenant, ownedBy } from "@/db/tenancy";
import type { Actor, Tenant } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { CodedError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { type MandateOrder, mandateProvider } from "@/lib/providers/mandate";
import { refuseMarketplace, requireState } from "./actions";
import { lockLoan } from "./load";
import { findPayoutAccount, openAccount } from "./payout-account";
import type { MandateStatus } from "./states";

/**
 * Asks for the mandate on the loan's payout account; once its holder has agreed the loan can be paid out, which the service
 * does by itself if nobody else does. An active mandate stays as it is; another account takes a new one.
 * @returns PENDING while the holder has yet to agree.
 * @throws CodedError NOT_FOUND, TEST_KEY_REQUIRED; LOAN_STATE_CONFLICT, also while there is no payout account
 */
export async function activateMandate(call: { actor: Actor; loanId: string; now: Date }): Promise<MandateStatus> {
  const { actor, loanId, now } = call;
  const { tenant } = actor;
  refuseMarketplace(actor);
  const prepared = await transaction(() => prepare(tenant, loanId, now));
  if (prepared.status === "ACTIVE") return "ACTIVE";
  const outcome = await mandateProvider(tenant.environment).create(prepared.order);
  if (outcome.status === "PENDING") return "PENDING";
  return transaction(async () => {
    const loan = await lockLoan(tenant, loanId);
    requireState(loan, "activate the mandate");
    // Another account was given meanwhile: it takes a mandate of its own.
    if (loan.payoutAccountId !== prepared.accountId) return "PENDING";
    const [activated] = await db()
      .update(mandates)
      .set({ status: "ACTIVE", providerReference: outcome.reference, activatedAt: now })
      .where(
        inTenant(mandates, tenant, and(eq(mandates.loanId, loanId), eq(mandates.payoutAccountId, prepared.accountId))),
      )
      .returning({ id: mandates.id });
    // It is another account's already.
    if (!activated) return "PENDING";
    await db()
      .update(loans)
      .set({ dueAt: now })
      .where(inTenant(loans, tenant, eq(loans.id, loanId)));
    nudge("service-loan", loanId, tenant);
    await recordAudit({ actor, action: "loan.mandate", subjectId: loanId, now });
    return "ACTIVE";
  });
}

type Prepared = { status: MandateStatus; accountId: string; order: MandateOrder };

async function prepare(tenant: Tenant, loanId: string, now: Date): Promise<Prepared> {
  const loan = await lockLoan(tenant, loanId);
  requireState(loan, "activate the mandate");
  const accountId = loan.payoutAccountId;
  const account = accountId ? await findPayoutAccount(tenant, accountId) : undefined;
  if (!accountId || !account) {
    throw new CodedError("LOAN_STATE_CONFLICT", "The loan has no payout account yet: set one before the mandate.");
  }
  const found = inTenant(mandates, tenant, eq(mandates.loanId, loanId));
  const [existing] = await db().select().from(mandates).where(found);
  // The key names the account too, so that a mandate on another account is another mandate to the provider.
  const orderFor = (id: string) => ({ idempotencyKey: `${id}:${accountId}`, ...openAccount(account) });
  if (!existing) {
    const id = newId("mandate");
    const row = { id, loanId, payoutAccountId: accountId, status: "PENDING" as const, createdAt: now };
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
