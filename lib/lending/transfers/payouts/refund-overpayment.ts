import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { markDay } from "@/db/mark-collection";
import { loans, payouts } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { CodedError, notFound } from "@/lib/kernel/errors";
import type { Kobo } from "@/lib/kernel/money";
import { type Reach, reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { type UndecidedExcess, undecidedExcess } from "@/lib/lending/collection/undecided-excess";
import { overpaid } from "@/lib/loans/ledger/balances";
import { bookJournal } from "@/lib/loans/ledger/book";
import { afterRefund } from "@/lib/loans/ledger/refund";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { applyBooking } from "@/lib/loans/loans/apply-booking";
import { bookOf, type LoanRecord, loadLoans, lockLoan } from "@/lib/loans/loans/load-loans";
import { restoreInterest } from "@/lib/loans/loans/restore-interest";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { refuseMarketplace } from "@/lib/loans/loans/transitions";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { addPayout } from "./order-payout";
import { refundAccountOf } from "./payout-account";

/** How long to wait for an account, for a refund in progress, or until an excess is decided. */
const retryAfter = day;

/**
 * What is owed to a loan's merchant; then the transfer under way, or the account that one would go to, if there is any,
 * whether the service sends it there without being told to, and what is to be settled before.
 */
export type Refund = {
  amount: Kobo;
  underWay?: { id: string; payoutAccountId: string } | undefined;
  account?: { id: string; trusted: boolean } | undefined;
  undecided?: UndecidedExcess | null;
};

/** What `refundOverpayment` would act on. */
export async function readRefund(reach: Reach, loanId: string): Promise<Refund> {
  const [loan] = await loadLoans(reach, eq(loans.id, loanId));
  if (!loan) throw notFound("loan");
  return refundOf(loan);
}

/**
 * Orders the transfer that refunds an overpayment to the merchant: exactly what is owed now, one transfer at a time.
 * While it is not settled whether the money came from sales, the service itself waits, and people decide that first.
 * @returns the payout's id; null when nothing is owed, when there is no account yet, or while the service waits.
 */
export async function refundOverpayment({ actor, loanId, now }: LoanCall): Promise<string | null> {
  const { tenant } = actor;
  refuseMarketplace(actor);
  return transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    const { amount, underWay, account, undecided = null } = await refundOf(loan);
    if (amount === 0) {
      await saveLoan(loan, { refundDueAt: null }, now);
      return null;
    }
    const waits = actor.kind === "job" && undecided !== null;
    if (!waits) refuseUndecided(undecided);
    const payoutAccountId = account && (account.trusted || actor.kind === "operator") ? account.id : null;
    if (!payoutAccountId || waits) {
      await saveLoan(loan, { refundDueAt: loan.refundDueAt && later(now, retryAfter) }, now);
      return underWay?.id ?? null;
    }
    const id = await addPayout({ tenant, loanId, purpose: "REFUND", payoutAccountId, amount, status: "PENDING", now });
    await saveLoan(loan, { refundDueAt: null }, now);
    await recordAudit({ actor, action: "loan.refund", subjectId: loanId, now });
    return id;
  });
}

/**
 * A break about money beyond a sale is decided before it is refunded. Days that are yet to be judged keep only the
 * service waiting: a person may know.
 */
export function refuseUndecided(undecided: UndecidedExcess | null): void {
  if (!undecided || !("breakId" in undecided)) return;
  const why = "it says that money came in without a sale behind it";
  throw new CodedError("BREAK_NEEDS_OPERATOR", `Decide the break ${undecided.breakId} (EXCEEDS_SALE) first: ${why}.`);
}

/** What is owed to the merchant of a loan, and where a transfer of it would go. */
export async function refundOf(loan: LoanRecord): Promise<Refund> {
  const amount = overpaid(bookOf(loan));
  if (amount === 0) return { amount };
  const underWay = await pendingRefund(loan);
  if (underWay) return { amount, underWay };
  const undecided = await undecidedExcess(loan);
  return { amount, account: await refundAccountOf(loan), undecided };
}

async function pendingRefund(loan: LoanRecord): Promise<Refund["underWay"]> {
  const refunds = [eq(payouts.loanId, loan.id), eq(payouts.purpose, "REFUND")];
  const [found] = await db()
    .select({ id: payouts.id, payoutAccountId: payouts.payoutAccountId })
    .from(payouts)
    .where(inTenant(payouts, tenantOf(loan), ...refunds, eq(payouts.status, "PENDING")));
  return found;
}

/**
 * Books a completed refund, in the transaction that records it and with the loan's row locked. If the refunded money
 * was reversed in the meantime, the loan may have a debt again, with the interest that its end without had waived.
 */
export async function confirmRefund(call: { actor: Actor; loan: LoanRecord; amount: Kobo; now: BusinessTime }) {
  const { actor, loan, amount, now } = call;
  const before = bookOf(loan);
  const change = afterRefund(before, amount);
  const after = await bookJournal({ tenant: actor.tenant, before, change, type: "REFUND", occurredAt: now, now });
  const left = await restoreInterest(loan, after, now);
  await applyBooking(left.loan, before, left.after, now);
  await markDay({ tenant: actor.tenant, merchantId: loan.merchantId, loanId: loan.id, at: now, now });
}
