import { db } from "@/db/client";
import { markDay } from "@/db/mark-collection";
import { payments } from "@/db/schema/payments";
import { ownedBy } from "@/db/tenancy";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { fromKobo, nairaText, toKobo } from "@/lib/kernel/money";
import { isBooked } from "@/lib/lending/remittances/is-booked";
import { writtenOff } from "@/lib/loans/ledger/balances";
import { actOnLoan, type LoanCall } from "@/lib/loans/loans/act-on-loan";
import { bookOf } from "@/lib/loans/loans/load-loans";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { bookPayment } from "./book-payment";
import type { RecoverLoan } from "./schema";

/**
 * Its reference is that of the lender's bank, and is booked once for a lender, whatever for.
 * @param call.whole of a line that is there: what it brings beyond the loss is owed to the merchant
 */
export async function recoverLoan(call: LoanCall & { input: RecoverLoan; whole?: true }): Promise<void> {
  const { actor, input, whole, now } = call;
  const { tenant } = actor;
  await actOnLoan(call, "recover", async (loan) => {
    const { reference } = input;
    const amount = toKobo(input.amount);
    const lost = writtenOff(bookOf(loan));
    if (amount > lost && !whole) {
      throw new CodedError("PAYMENT_TOO_LARGE", `No more than ${nairaText(fromKobo(lost))} is left to recover.`);
    }
    if (await isBooked(loan, reference)) throw invalidField("reference", "Is booked for this lender already");
    const payment = { id: newId("payment"), source: "RECOVERY", amount, coolingOff: false, orderedAt: now } as const;
    const confirmed = { status: "CONFIRMED", providerReference: reference, finishedAt: now } as const;
    await db()
      .insert(payments)
      .values({ ...payment, ...confirmed, ...ownedBy(tenant), loanId: loan.id });
    await bookPayment({ actor, loan, payment: { ...payment, mandateId: null }, now });
    const detail = { amount: input.amount, reference };
    await recordAudit({ actor, action: "loan.recover", detail, subjectId: loan.id, now });
    await markDay({ tenant, merchantId: loan.merchantId, loanId: loan.id, at: now, now });
  });
}
