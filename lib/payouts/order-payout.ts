import { and, eq, ne } from "drizzle-orm";
import { db, nudge, transaction } from "@/db/client";
import { payouts } from "@/db/schema/loans";
import { inTenant, ownedBy } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { CodedError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { lockLoan } from "@/lib/loans/load-loans";
import { saveLoan } from "@/lib/loans/save-loan";
import { requireState } from "@/lib/loans/transitions";
import { reachOf } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";
import { isReadyForPayout } from "./ready-for-payout";

/**
 * Orders the payout of an accepted loan that has its account and mandate. Idempotent: there is only one order. A
 * separate task sends the money.
 * @returns the payout's id; the existing one if the payout is under way or done.
 * @throws CodedError NOT_FOUND; LOAN_STATE_CONFLICT, also while account or mandate is missing
 */
export async function orderPayout(call: { actor: Actor; loanId: string; now: BusinessTime }): Promise<string> {
  const { actor, loanId, now } = call;
  const { tenant } = actor;
  return transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    const [ordered] = await db()
      .select({ id: payouts.id })
      .from(payouts)
      .where(
        inTenant(
          payouts,
          tenant,
          and(eq(payouts.loanId, loanId), eq(payouts.purpose, "DISBURSEMENT"), ne(payouts.status, "FAILED")),
        ),
      );
    if (ordered) return ordered.id;
    requireState(loan, "pay out");
    if (!loan.payoutAccountId || !(await isReadyForPayout(loan))) {
      throw new CodedError(
        "LOAN_STATE_CONFLICT",
        `The loan is accepted, but it has no ${loan.payoutAccountId ? "active mandate" : "payout account"} yet.`,
      );
    }
    const id = newId("payout");
    await db()
      .insert(payouts)
      .values({
        id,
        ...ownedBy(tenant),
        loanId,
        purpose: "DISBURSEMENT",
        payoutAccountId: loan.payoutAccountId,
        amount: loan.principal,
        status: "PENDING",
        createdAt: now,
        dueAt: now,
      });
    await saveLoan(loan, { status: "DISBURSING" }, now);
    await recordAudit({ actor, action: "loan.payout", subjectId: loanId, now });
    nudge("send-payout", id, tenant);
    return id;
  });
}
