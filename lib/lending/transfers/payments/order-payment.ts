import { db, one, transaction, wakeWorkers } from "@/db/client";
import { payments } from "@/db/schema/payments";
import { ownedBy } from "@/db/tenancy";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { newId, newReference } from "@/lib/kernel/ids";
import { fromKobo, type Kobo, nairaText, toKobo } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { payable } from "@/lib/loans/ledger/balances";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { bookOf, type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import { refuseMarketplace, requireState } from "@/lib/loans/loans/transitions";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { coolingOffOf } from "./cooling-off";
import { activeMandate, isPaymentUnderWay, paymentByRequest, roomUnder } from "./queries";
import type { OrderPayment, PaymentAnswer } from "./schema";
import { toPaymentAnswer } from "./serialize";

/** A task asks the bank. The same request is the same payment. An announced debit of arrears stays. */
export async function orderPayment(call: LoanCall & { input: OrderPayment }): Promise<PaymentAnswer> {
  const { actor, loanId, input, now } = call;
  const { tenant } = actor;
  const { requestId = null } = input;
  refuseMarketplace(actor);
  return transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    const repeated = requestId && (await paymentByRequest(loan, requestId));
    if (repeated) return toPaymentAnswer(repeated);
    requireState(loan, "pay");
    if (loan.returnedAt) {
      throw new CodedError("LOAN_STATE_CONFLICT", "The money came back to the lender, so nothing is to be paid now.");
    }
    const mandate = await activeMandate(loan);
    if (!mandate) {
      throw new CodedError("MANDATE_NOT_ACTIVE", "The account cannot be debited: agree to a new mandate first.");
    }
    if (await isPaymentUnderWay(loan)) {
      throw new CodedError(
        "PAYMENT_IN_PROGRESS",
        "The bank is being asked for another payment of this loan: wait for it.",
      );
    }
    const ordered = amountOf(loan, input, now);
    const room = await roomUnder(loan, mandate.id);
    if (ordered.amount > room) {
      throw new CodedError("PAYMENT_TOO_LARGE", `The mandate is good for no more than ${naira(room)} now.`);
    }
    const payment = await db()
      .insert(payments)
      .values({
        id: newId("payment"),
        ...ownedBy(tenant),
        loanId,
        mandateId: mandate.id,
        railId: mandate.railId,
        reference: newReference(),
        source: "DIRECT",
        status: "PENDING",
        ...ordered,
        requestId,
        orderedAt: now,
        dueAt: now,
      })
      .returning()
      .then(one);
    wakeWorkers(payments, payment.id, tenant);
    await recordAudit({ actor, action: "loan.pay", subjectId: payment.id, now });
    return toPaymentAnswer(payment);
  });
}
orderPayment.errors = [
  "NOT_FOUND",
  "LOAN_STATE_CONFLICT",
  "MANDATE_NOT_ACTIVE",
  "PAYMENT_IN_PROGRESS",
  "PAYMENT_TOO_LARGE",
  "COOLING_OFF_REFUSED",
] as const;

/** What is debited: while the loan can be ended without interest, no more than that takes. */
function amountOf(loan: LoanRecord, input: OrderPayment, now: BusinessTime): { amount: Kobo; coolingOff: boolean } {
  const wanted = toKobo(input.amount);
  const ending = coolingOffOf(loan, now);
  if (ending && wanted >= ending.amount) return { amount: ending.amount, coolingOff: true };
  // The quote may be from before the period ended, or before a deduction was reversed.
  if (input.coolingOff) throw new CodedError("COOLING_OFF_REFUSED", refusedEnding(ending?.amount));
  if (wanted === 0) throw invalidField("amount", "Must be more than 0");
  const left = payable(bookOf(loan));
  if (wanted > left) throw new CodedError("PAYMENT_TOO_LARGE", `No more than ${naira(left)} is outstanding.`);
  return { amount: wanted, coolingOff: false };
}

function refusedEnding(needed: Kobo | undefined): string {
  if (needed === undefined) return "The period in which the loan can be ended without interest is over.";
  return `Ending the loan without interest takes ${naira(needed)}.`;
}

const naira = (amount: Kobo) => nairaText(fromKobo(amount));
