import { and, eq } from "drizzle-orm";
import { db, nudge, transaction } from "@/db/client";
import { loans, mandates } from "@/db/schema/loans";
import { inReach, inTenant } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { lockLoan } from "@/lib/loans/load-loans";
import type { MandateStatus } from "@/lib/loans/states";
import { refuseMarketplace, requireState } from "@/lib/loans/transitions";
import { mandateProvider } from "@/lib/providers/mandate";
import { reachOf } from "@/lib/reach";
import { prepareMandate } from "./prepare-mandate";

/**
 * Has the mandate on the loan's payout account given; once its holder has agreed the loan can be paid out, which the service
 * does by itself if nobody else does. An active mandate stays as it is; another account takes a new one.
 * @returns PENDING while the holder has yet to agree.
 * @throws CodedError NOT_FOUND, TEST_KEY_REQUIRED; LOAN_STATE_CONFLICT, also while there is no payout account
 */
export async function activateMandate(call: { actor: Actor; loanId: string; now: Date }): Promise<MandateStatus> {
  const { actor, loanId, now } = call;
  const { tenant } = actor;
  const reach = reachOf(actor);
  refuseMarketplace(actor);
  const prepared = await transaction(async () => prepareMandate(await lockLoan(reach, loanId), now));
  if (prepared.status === "ACTIVE") return "ACTIVE";
  const outcome = await mandateProvider(tenant.environment).create(prepared.order);
  if (outcome.status === "PENDING") return "PENDING";
  return transaction(async () => {
    const loan = await lockLoan(reach, loanId);
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
      .where(inReach(loans, reach, eq(loans.id, loanId)));
    nudge("service-loan", loanId, tenant);
    await recordAudit({ actor, action: "loan.mandate", subjectId: loanId, now });
    return "ACTIVE";
  });
}
