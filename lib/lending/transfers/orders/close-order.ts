import { and, eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { payoutAccounts, payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { inTenant } from "@/db/tenancy";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { recordDebit } from "@/lib/lending/transfers/payments/collect-payment";
import { isDebit } from "@/lib/lending/transfers/payments/serialize";
import { mayBeMade } from "@/lib/lending/transfers/payments/unclear-debit";
import { recordPayout } from "@/lib/lending/transfers/payouts/record-payout";
import { mayArrive } from "@/lib/lending/transfers/payouts/unclear-payout";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { refuseMarketplace } from "@/lib/loans/loans/transitions";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { CloseOrder } from "./schema";

type Closing = LoanCall & { input: CloseOrder & { reason: string } };

/**
 * Ends an order by what the lender's account shows, where its provider's answer does not end it (docs/rails.md#closing-an-order).
 * Its provider is not asked any more.
 */
export async function closeOrder(call: Closing): Promise<void> {
  const { actor, loanId, input, now } = call;
  const { order, outcome, bankReference } = input;
  refuseMarketplace(actor);
  if (outcome === "PAID" && !bankReference) throw invalidField("bankReference", "Is needed for what was paid");
  await transaction(async () => {
    await lockLoan(reachOf(actor), loanId);
    if (!((await closePayout(call)) || (await closeDebit(call)))) throw new CodedError("LOAN_STATE_CONFLICT", unknown);
    const { reason } = input;
    const detail = { order, outcome, ...(bankReference && { bankReference }), reason };
    await recordAudit({ actor, action: "loan.close-order", detail, subjectId: loanId, now });
  });
}

async function closePayout({ actor, loanId, input, now }: Closing): Promise<boolean> {
  const its = inTenant(payouts, actor.tenant, eq(payouts.loanId, loanId), eq(payouts.reference, input.order));
  const [found] = await db()
    .select({ payout: payouts, lastFour: payoutAccounts.lastFour })
    .from(payouts)
    .innerJoin(payoutAccounts, eq(payoutAccounts.id, payouts.payoutAccountId))
    .where(and(its, eq(payouts.status, "PENDING")));
  if (!found) return false;
  const { payout } = found;
  if (input.outcome === "PAID" && !payout.askedAt) throw new CodedError("LOAN_STATE_CONFLICT", notSent);
  if (mayArrive(payout, now)) throw new CodedError("LOAN_STATE_CONFLICT", tooEarly);
  const answer = paid(input) ?? ({ status: "FAILED", cause: "OTHER", reason: input.reason } as const);
  await recordPayout(found, answer, now);
  await db()
    .update(payouts)
    .set({ dueAt: null })
    .where(and(its, eq(payouts.id, payout.id)));
  return true;
}

async function closeDebit({ actor, loanId, input, now }: Closing): Promise<boolean> {
  const its = inTenant(payments, actor.tenant, eq(payments.loanId, loanId), eq(payments.reference, input.order));
  const [payment] = await db()
    .select()
    .from(payments)
    .where(and(its, eq(payments.status, "PENDING")));
  if (!payment || !isDebit(payment)) return false;
  if (input.outcome === "PAID" && !payment.askedAt) throw new CodedError("LOAN_STATE_CONFLICT", notSent);
  if (mayBeMade(payment, now)) throw new CodedError("LOAN_STATE_CONFLICT", tooEarly);
  await recordDebit(payment, paid(input) ?? { status: "FAILED", reason: "REFUSED" }, now);
  await db().update(payments).set({ dueAt: null }).where(its);
  return true;
}

function paid({ outcome, bankReference }: CloseOrder) {
  if (outcome !== "PAID" || !bankReference) return null;
  return { status: "CONFIRMED", reference: bankReference } as const;
}

const unknown = "No order of this loan with that reference is under way.";
const notSent = "The provider has not been asked for this order, so it cannot have been paid.";
const tooEarly = "The provider was asked less than an hour ago: what it did not answer may still arrive.";
