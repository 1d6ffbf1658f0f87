import { eq, ne } from "drizzle-orm";
import { db, nudge, transaction } from "@/db/client";
import { payouts } from "@/db/schema/loans";
import { inTenant, ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { CodedError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { LoanCall } from "@/lib/loans/act-on-loan";
import { lockLoan } from "@/lib/loans/load-loans";
import { saveLoan } from "@/lib/loans/save-loan";
import type { payoutPurposes } from "@/lib/loans/states";
import { requireState } from "@/lib/loans/transitions";
import type { Kobo } from "@/lib/money";
import { reachOf } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";
import { isReadyForPayout } from "./ready-for-payout";

/**
 * Orders the payout of an accepted loan that has its account and mandate; a task sends the money. There is one order,
 * however often this is called.
 * @returns the payout's id.
 * @throws CodedError NOT_FOUND; LOAN_STATE_CONFLICT, also while account or mandate is missing
 */
export async function orderPayout({ actor, loanId, now }: LoanCall): Promise<string> {
  const { tenant } = actor;
  return transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    const disbursements = [eq(payouts.loanId, loanId), eq(payouts.purpose, "DISBURSEMENT")];
    const [ordered] = await db()
      .select({ id: payouts.id })
      .from(payouts)
      .where(inTenant(payouts, tenant, ...disbursements, ne(payouts.status, "FAILED")));
    if (ordered) return ordered.id;
    requireState(loan, "pay out");
    if (!loan.payoutAccountId || !(await isReadyForPayout(loan))) {
      const missing = loan.payoutAccountId ? "active mandate" : "payout account";
      throw new CodedError("LOAN_STATE_CONFLICT", `The loan is accepted, but it has no ${missing} yet.`);
    }
    const { payoutAccountId, principal: amount } = loan;
    const id = await addPayout({ tenant, loanId, purpose: "DISBURSEMENT", payoutAccountId, amount, now });
    await saveLoan(loan, { status: "DISBURSING" }, now);
    await recordAudit({ actor, action: "loan.payout", subjectId: loanId, now });
    return id;
  });
}

/** Adds a transfer to a merchant, for a task to send. */
export async function addPayout(payout: {
  tenant: Tenant;
  loanId: string;
  purpose: (typeof payoutPurposes)[number];
  payoutAccountId: string;
  amount: Kobo;
  now: BusinessTime;
}): Promise<string> {
  const { tenant, now, ...columns } = payout;
  const id = newId("payout");
  await db()
    .insert(payouts)
    .values({ id, ...ownedBy(tenant), ...columns, status: "PENDING", createdAt: now, dueAt: now });
  nudge("send-payout", id, tenant);
  return id;
}
