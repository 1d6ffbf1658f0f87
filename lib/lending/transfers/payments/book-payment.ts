import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import type { Call } from "@/lib/kernel/call";
import { type Kobo, minus, plus } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { countPayment } from "@/lib/lending/reconciliation/breaks/balance-breaks";
import { type Book, outstanding, totalDue, totalPaid } from "@/lib/loans/ledger/balances";
import { bookJournal } from "@/lib/loans/ledger/book";
import { applyBooking } from "@/lib/loans/loans/apply-booking";
import { bookOf, type LoanRecord } from "@/lib/loans/loans/load-loans";
import { toPaymentReceivedPayload } from "@/lib/loans/loans/milestone-payloads";
import { collectionIn } from "@/lib/loans/loans/read-collection";
import { queueMerchantMail } from "@/lib/platform/messages/mails/queue-merchant-mail";
import { recordEvent } from "@/lib/platform/messages/webhooks/record-event";
import { withoutInterest } from "@/lib/terms/ledger/allocation";
import { shownStatus } from "@/lib/terms/loans/states";
import type { PaymentSource } from "@/lib/terms/payments/states";
import { endsWithoutInterest } from "./cooling-off";
import { debitedAccount } from "./debited-account";

type ConfirmedPayment = {
  id: string;
  /** Null where it reached the lender outside this service. */
  mandateId: string | null;
  source: PaymentSource;
  amount: Kobo;
  coolingOff: boolean;
  orderedAt: BusinessTime;
};

/**
 * In the transaction that confirms it, with the loan's row locked. One ordered to end the loan within the cooling-off
 * period waives the interest first, unless it was written off meanwhile: then it is a recovery.
 */
export async function bookPayment(call: Call<{ loan: LoanRecord; payment: ConfirmedPayment }>): Promise<void> {
  const { actor, loan, payment, now } = call;
  const { tenant } = actor;
  const { id: paymentId, amount } = payment;
  const before = bookOf(loan);
  const lost = loan.status === "WRITTEN_OFF";
  const cools = endsWithoutInterest(loan, payment);
  const owed = cools ? await waiveInterest(call, before) : before;
  const change = { received: plus(owed.received, amount) };
  const type = lost ? "RECOVERY" : "PAYMENT";
  const source = lost ? "RECOVERY" : payment.source;
  const journal = { type, source, paymentId, occurredAt: now } as const;
  const after = await bookJournal({ tenant, before: owed, change, ...journal, now });
  if (loan.balanceDisputed) {
    const paid = minus(totalPaid(after), totalPaid(owed));
    await countPayment(reachOf(actor), loan.id, { paid, due: totalDue(after) });
  }
  await applyBooking(cools ? { ...loan, cooledOffAt: now } : loan, before, after, now, async (state) => {
    // Where nothing came and the waiver ends the loan, loan.completed says everything.
    if (amount === 0 && !(cools && state === loan.status)) return;
    const received = { amount, source: payment.source, receivedAt: now };
    const collection = await collectionIn(loan, now);
    const payload = toPaymentReceivedPayload(loan, shownStatus(state), after, received, collection);
    await recordEvent({ tenant, merchantId: loan.merchantId, type: "loan.payment_received", payload, now });
  });
  if (amount > 0 && (payment.mandateId !== null || payment.source === "DIRECT")) {
    const about = { tenant, merchantId: loan.merchantId, loanId: loan.id, paymentId, source: payment.source, amount };
    const from = payment.mandateId === null ? sentByItself : await debitedAccount(payment.mandateId);
    const left = { outstanding: outstanding(after).total };
    await queueMerchantMail({ ...about, ...from, ...left, kind: "PAYMENT_RECEIVED", now });
  }
  if (!cools || loan.status !== "REPAID") return;
  const repaid = { at: now, paid: totalPaid(after), coolingOff: true };
  await queueMerchantMail({ tenant, merchantId: loan.merchantId, loanId: loan.id, kind: "REPAID", ...repaid, now });
}

/** Where nothing was debited: a credit on the lender's statement. */
const sentByItself = { bankName: null, lastFour: null };

/** Reverses the interest in a journal of its own; what it was paid with repays principal. */
async function waiveInterest({ actor, loan, now }: Call<{ loan: LoanRecord }>, before: Book): Promise<Book> {
  await db().update(loans).set({ cooledOffAt: now }).where(eq(loans.id, loan.id));
  const change = withoutInterest(before.portions);
  return bookJournal({ tenant: actor.tenant, before, change, type: "COOLING_OFF", occurredAt: now, now });
}
