import { and, eq } from "drizzle-orm";
import { db, nudge, transaction } from "@/db/client";
import { loans, mandates } from "@/db/schema/loans";
import { inReach, inTenant } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { lockLoan } from "@/lib/loans/load-loans";
import type { MandateStatus } from "@/lib/loans/states";
import { refuseMarketplace, requireState } from "@/lib/loans/transitions";
import type { MandateOutcome, MandateProvider } from "@/lib/providers/mandate";
import { reachOf } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";
import type { PreparedMandate } from "./prepare-mandate";

/** A provider's answer about the mandate on an account. */
export type AskedMandate = { accountId: string; outcome: MandateOutcome };

/**
 * Requests the ordered mandate from a provider, which returns the same one when asked again. Must not run inside a
 * transaction.
 */
export async function askForMandate(
  { accountId, order }: PreparedMandate,
  provider: MandateProvider,
): Promise<AskedMandate> {
  return { accountId, outcome: await provider.create(order) };
}

/**
 * Activates a mandate given by a provider. The loan can then be paid out; the service does so itself if nobody else
 * does.
 * @returns PENDING while the holder has yet to agree, or if the loan's account has changed: a new account needs its own
 *   mandate.
 * @throws CodedError NOT_FOUND, TEST_KEY_REQUIRED, LOAN_STATE_CONFLICT
 */
export async function activateMandate(call: {
  actor: Actor;
  loanId: string;
  asked: AskedMandate;
  now: BusinessTime;
}): Promise<MandateStatus> {
  const { actor, loanId, asked, now } = call;
  const { accountId, outcome } = asked;
  const { tenant } = actor;
  const reach = reachOf(actor);
  refuseMarketplace(actor);
  return transaction(async () => {
    const loan = await lockLoan(reach, loanId);
    requireState(loan, "activate the mandate");
    if (outcome.status === "PENDING" || loan.payoutAccountId !== accountId) return "PENDING";
    const [activated] = await db()
      .update(mandates)
      .set({ status: "ACTIVE", providerReference: outcome.reference, activatedAt: now })
      .where(inTenant(mandates, tenant, and(eq(mandates.loanId, loanId), eq(mandates.payoutAccountId, accountId))))
      .returning({ id: mandates.id });
    // The mandate is on another account by now.
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
