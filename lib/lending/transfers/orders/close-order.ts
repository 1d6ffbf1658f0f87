import { and, eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { payoutAccounts, payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { inTenant } from "@/db/tenancy";
import { day, later } from "@/lib/kernel/calendar";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { isBooked } from "@/lib/lending/remittances/is-booked";
import { recordDebit } from "@/lib/lending/transfers/payments/record-debit";
import { isDebit } from "@/lib/lending/transfers/payments/serialize";
import { mayBeMade } from "@/lib/lending/transfers/payments/unclear-debit";
import { recordPayout } from "@/lib/lending/transfers/payouts/record-payout";
import { mayArrive } from "@/lib/lending/transfers/payouts/unclear-payout";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { refuseMarketplace } from "@/lib/loans/loans/transitions";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { requireClosable, requireEntered } from "./closable";
import { reopenLate } from "./reopen-late";
import type { CloseOrder } from "./schema";

type Closing = LoanCall & { input: CloseOrder & { reason: string } };

/** Ends an order by what the lender's account shows, not its provider's answer (docs/rails.md#closing-an-order). */
export async function closeOrder(call: Closing): Promise<void> {
  const { actor, loanId, input, now } = call;
  const { order, outcome, bankReference } = input;
  refuseMarketplace(actor);
  if (outcome === "PAID" && !bankReference) throw invalidField("bankReference", "Is needed for what was paid");
  await transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    const late = await reopenLate({ actor, loan, input, now });
    if (bankReference && (await isBooked(loan, bankReference))) {
      throw invalidField("bankReference", "Is booked for this lender already");
    }
    const closed = late === "SETTLED" || (await closePayout(call)) || (await closeDebit(call));
    if (!closed) throw new CodedError("LOAN_STATE_CONFLICT", unknown);
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
    .where(and(its, eq(payouts.status, "PENDING")))
    // The release of its batch waits for this, or is seen.
    .for("update", { of: payouts });
  if (!found) return false;
  const { payout } = found;
  requireClosable(payout, input, mayArrive(payout, now));
  await requireEntered(payout, input, now);
  const answer = paid(input) ?? ({ status: "FAILED", cause: input.cause ?? "OTHER", reason: input.reason } as const);
  await recordPayout(found, answer, now);
  await db()
    .update(payouts)
    .set({ dueAt: watchedFrom(input, now) })
    .where(its);
  return true;
}

async function closeDebit({ actor, loanId, input, now }: Closing): Promise<boolean> {
  const its = inTenant(payments, actor.tenant, eq(payments.loanId, loanId), eq(payments.reference, input.order));
  const [payment] = await db()
    .select()
    .from(payments)
    .where(and(its, eq(payments.status, "PENDING")))
    .for("update");
  if (!payment || !isDebit(payment)) return false;
  requireClosable(payment, input, mayBeMade(payment, now));
  await requireEntered(payment, input, now);
  await recordDebit(payment, paid(input) ?? { status: "FAILED", reason: input.failure ?? "REFUSED" }, now);
  await db()
    .update(payments)
    .set({ dueAt: watchedFrom(input, now) })
    .where(its);
  return true;
}

/** What was closed as not paid may turn out to have been paid. */
function watchedFrom({ outcome }: CloseOrder, now: BusinessTime): BusinessTime | null {
  return outcome === "PAID" ? null : later(now, day);
}

function paid({ outcome, bankReference }: CloseOrder) {
  if (outcome !== "PAID" || !bankReference) return null;
  return { status: "CONFIRMED", reference: bankReference } as const;
}

const unknown = "No order of this loan with that reference is under way.";
