import { desc, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { loanChanges } from "@/db/schema/loan-changes";
import { loans, payouts } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { breaks } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { notFound } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { shownRefund } from "@/lib/lending/transfers/payouts/refund-account";
import { loadLoans } from "@/lib/loans/loans/load-loans";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import type { PayoutWait } from "@/lib/terms/payouts";

const mostChanges = 20;

/** A payout that is held or on its way. */
type UnderWay = { status: "HELD" | "PENDING"; waitsFor: PayoutWait | null };

/** With whose it is, why it ended, its changes of terms, its open breaks, and what its payout or money owed waits for. */
export async function readLoanForStaff(reach: Reach, loanId: string, now: BusinessTime) {
  const status = await readLoanStatus(reach, loanId, now);
  const { businessName } = merchants;
  const { fundingRequestId, cancelReason, defaultReason, defaultedAt, writtenOffAt, cancelledAt, pausedAt } = loans;
  const openBreaks = sql<number>`(
    select count(*)::int from ${breaks} b where b.loan_id = ${loans.id} and b.status <> 'RESOLVED')`;
  const underWay = sql<UnderWay | null>`(
    select json_build_object('status', p.status, 'waitsFor', p.waits_for) from ${payouts} p
    where p.loan_id = ${loans.id} and p.purpose = 'DISBURSEMENT' and p.status in ('HELD', 'PENDING'))`;
  const [rows, changes] = await Promise.all([
    db()
      .select({
        ...{ businessName, fundingRequestId, cancelReason, defaultReason, defaultedAt, writtenOffAt, cancelledAt },
        ...{ pausedAt, openBreaks, payout: underWay, purpose: fundingRequests.purpose },
      })
      .from(loans)
      .innerJoin(merchants, eq(merchants.id, loans.merchantId))
      .innerJoin(fundingRequests, eq(fundingRequests.id, loans.fundingRequestId))
      .where(inReach(loans, reach, eq(loans.id, status.loanId))),
    db()
      .select()
      .from(loanChanges)
      .where(eq(loanChanges.loanId, status.loanId))
      .orderBy(desc(loanChanges.id))
      .limit(mostChanges),
  ]);
  const [row] = rows;
  if (!row) throw notFound("loan");
  const [record] = status.overpaid > 0 ? await loadLoans(reach, eq(loans.id, status.loanId)) : [];
  const refundState = record ? ((await shownRefund(reach, record))?.state ?? null) : null;
  return { ...status, ...row, changes, refundState };
}
export type LoanForStaff = Awaited<ReturnType<typeof readLoanForStaff>>;
