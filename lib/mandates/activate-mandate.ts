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

/** What a provider said of the mandate on an account. */
export type AskedMandate = { accountId: string; outcome: MandateOutcome };

/** Has a provider give the mandate that was ordered: asked again, it answers with the same one. Not inside a transaction. */
export async function askForMandate(
  { accountId, order }: PreparedMandate,
  provider: MandateProvider,
): Promise<AskedMandate> {
  return { accountId, outcome: await provider.create(order) };
}

/**
 * Makes the mandate active that a provider has given; the loan can then be paid out, which the service does by itself if nobody
 * else does.
 * @returns PENDING while the holder has yet to agree, or when the loan has another account by now: that takes a mandate of its
 *   own.
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
