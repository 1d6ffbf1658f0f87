import { eq } from "drizzle-orm";
import { db, transaction, wakeWorkers } from "@/db/client";
import { markDay } from "@/db/mark-collection";
import { loans, payouts } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import type { Call } from "@/lib/kernel/call";
import { CodedError, notFound } from "@/lib/kernel/errors";
import type { Kobo } from "@/lib/kernel/money";
import { type Reach, reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { refuseUndecided, type UndecidedExcess, undecidedExcess } from "@/lib/lending/collection/undecided-excess";
import { refundObstacle } from "@/lib/lending/remittances/refund-cover";
import { overpaid } from "@/lib/loans/ledger/balances";
import { bookJournal } from "@/lib/loans/ledger/book";
import { afterRefund } from "@/lib/loans/ledger/refund";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { applyBooking } from "@/lib/loans/loans/apply-booking";
import { bookOf, type LoanRecord, loadLoans, lockLoan } from "@/lib/loans/loans/load-loans";
import { restoreInterest } from "@/lib/loans/loans/restore-interest";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { refuseMarketplace } from "@/lib/loans/loans/transitions";
import { railFor } from "@/lib/parties/lenders/rails/open-rail";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { addPayout, noRail } from "./order-payout";
import { askAgainWhose, type RefundAccount, refundAccountOf } from "./payout-account";
import { paidLate } from "./unclear-payout";

/** How long to wait for an account, for a refund in progress, or until an excess or an order is decided. */
const retryAfter = day;

/** With the transfer under way, or the account for one, whether it goes by itself, and what is to be settled first. */
export type Refund = {
  amount: Kobo;
  underWay?: { id: string; payoutAccountId: string } | undefined;
  account?: RefundAccount | undefined;
  undecided?: UndecidedExcess | null;
};

export async function readRefund(reach: Reach, loanId: string): Promise<Refund> {
  const [loan] = await loadLoans(reach, eq(loans.id, loanId));
  if (!loan) throw notFound("loan");
  return refundOf(loan);
}

/** What is owed now, one transfer at a time; unsettled whether it came from sales, by people only. Null: no order. */
export async function refundOverpayment({ actor, loanId, now }: LoanCall): Promise<string | null> {
  refuseMarketplace(actor);
  return transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    const { amount, underWay, account, undecided = null } = await refundOf(loan);
    if (amount === 0) {
      await saveLoan(loan, { refundDueAt: null }, now);
      return null;
    }
    const late = await paidLate({ ...tenantOf(loan), loanId });
    const waits = actor.kind === "job" && (undecided !== null || late !== null);
    if (!waits) refuseUndecided(undecided);
    if (!waits && late) throw new CodedError("LOAN_STATE_CONFLICT", late);
    const payoutAccountId = account?.named && (account.trusted || actor.kind === "operator") ? account.id : null;
    if (!payoutAccountId || waits) {
      if (account && !account.named) await askAgainWhose(account.id, loan, now);
      await saveLoan(loan, { refundDueAt: loan.refundDueAt && later(now, retryAfter) }, now);
      return underWay?.id ?? null;
    }
    const railId = await railFor(loan);
    if (!railId && loan.environment === "live") throw new CodedError("LOAN_STATE_CONFLICT", noRail);
    const obstacle = await refundObstacle(loan, { amount }, now);
    if (obstacle) throw new CodedError("LOAN_STATE_CONFLICT", obstacle);
    const refund = { loan, purpose: "REFUND", payoutAccountId, amount, now } as const;
    const id = await addPayout({ ...refund, status: "PENDING", railId });
    await saveLoan(loan, { refundDueAt: null }, now);
    await recordAudit({ actor, action: "loan.refund", subjectId: loanId, now });
    return id;
  });
}

export async function refundOf(loan: LoanRecord): Promise<Refund> {
  const amount = overpaid(bookOf(loan));
  if (amount === 0) return { amount };
  const underWay = await pendingRefund(loan);
  if (underWay) return { amount, underWay };
  const undecided = await undecidedExcess(loan);
  return { amount, account: await refundAccountOf(loan), undecided };
}

async function pendingRefund(loan: LoanRecord): Promise<Refund["underWay"]> {
  const { id, payoutAccountId, loanId, purpose, status } = payouts;
  const its = inTenant(payouts, tenantOf(loan), eq(loanId, loan.id), eq(purpose, "REFUND"), eq(status, "PENDING"));
  const [found] = await db().select({ id, payoutAccountId }).from(payouts).where(its);
  return found;
}

/** With the loan's row locked. If the money was reversed meanwhile, there may be a debt, with its interest, again. */
export async function confirmRefund(call: Call<{ loan: LoanRecord; payoutId?: string; amount: Kobo }>): Promise<void> {
  const { actor, loan, payoutId, amount, now } = call;
  const before = bookOf(loan);
  const change = afterRefund(before, amount);
  const refund = { type: "REFUND", payoutId, occurredAt: now, now } as const;
  const after = await bookJournal({ tenant: actor.tenant, before, change, ...refund });
  const left = await restoreInterest(loan, after, now);
  await applyBooking(left.loan, before, left.after, now);
  await markDay({ tenant: actor.tenant, merchantId: loan.merchantId, loanId: loan.id, at: now, now });
}

/** With the loan's row locked, once a transfer did not go out. Live it waits for an operator. */
export async function tryRefundAgain(loan: LoanRecord, now: BusinessTime): Promise<void> {
  if (loan.environment !== "test") return;
  await saveLoan(loan, { refundDueAt: now }, now);
  wakeWorkers(loans, loan.id, tenantOf(loan));
}
