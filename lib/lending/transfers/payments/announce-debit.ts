import { db } from "@/db/client";
import { payments } from "@/db/schema/payments";
import { ownedBy } from "@/db/tenancy";
import { dateOf, day, hour, later, startOfDay } from "@/lib/kernel/calendar";
import type { Call } from "@/lib/kernel/call";
import { newId, newReference } from "@/lib/kernel/ids";
import { fromKobo } from "@/lib/kernel/money";
import { type BusinessTime, businessTimeOf } from "@/lib/kernel/time";
import { totalPaid, writtenOff } from "@/lib/loans/ledger/balances";
import { bookOf, type LoanRecord, pausesOf } from "@/lib/loans/loans/load-loans";
import { delinquencyIn } from "@/lib/loans/loans/performance";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueMerchantMail } from "@/lib/platform/messages/mails/queue-merchant-mail";
import { noticeDays } from "@/lib/terms/payments/constants";
import { announceableFrom, debitableArrears } from "./debit-rules";
import { debitedAccount } from "./debited-account";
import { activeMandate, hasOpenPayment, lastDebitAt, roomUnder } from "./queries";

/** Messages do not arrive at night: in Lagos it is an hour later. */
const announceAt = 8 * hour;

/** The loan's row is locked. The bank is asked two days later, for what is overdue then. Returns when to look again. */
export async function announceDebit(call: Call<{ loan: LoanRecord; mandateId: string }>): Promise<BusinessTime | null> {
  const { actor, loan, mandateId, now } = call;
  if (loan.returnedAt || (await hasOpenPayment(loan))) return null;
  const pauses = await pausesOf(loan);
  const book = bookOf(loan);
  const standing = { ...loan, delinquency: delinquencyIn(loan, pauses, now), lost: writtenOff(book) };
  const facts = { installments: loan.installments, paid: totalPaid(book), pauses, now };
  const from = announceableFrom(standing, facts, await lastDebitAt(loan));
  if (!from || from > now) return from && inTheMorning(from);
  const amount = debitableArrears(standing, await roomUnder(loan, mandateId));
  if (amount === 0) return null;
  const id = newId("payment");
  const dueAt = later(now, noticeDays * day);
  await db()
    .insert(payments)
    .values({
      id,
      ...ownedBy(actor.tenant),
      loanId: loan.id,
      mandateId,
      railId: (await activeMandate(loan))?.railId ?? null,
      reference: newReference(),
      source: "MANDATE",
      status: "ANNOUNCED",
      amount,
      orderedAt: now,
      dueAt,
    });
  const detail = { amount: fromKobo(amount) };
  await recordAudit({ actor, action: "loan.debit-announce", detail, subjectId: id, now });
  const { id: loanId, merchantId } = loan;
  const debit = { paymentId: id, amount, debitOn: dateOf(dueAt), ...(await debitedAccount(mandateId)) };
  await queueMerchantMail({ tenant: actor.tenant, merchantId, loanId, kind: "DEBIT_ANNOUNCED", ...debit, now });
  return null;
}

function inTheMorning(moment: BusinessTime): BusinessTime {
  const morning = startOfDay(moment) + announceAt;
  return businessTimeOf(morning < moment.getTime() ? morning + day : morning);
}
