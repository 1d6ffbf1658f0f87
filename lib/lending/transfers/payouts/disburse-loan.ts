import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { lenders } from "@/db/schema/lenders";
import { loanWatches } from "@/db/schema/loan-watches";
import { loanInstallments } from "@/db/schema/loans";
import { ownedBy } from "@/db/tenancy";
import { addDays, dateOf, day, later } from "@/lib/kernel/calendar";
import type { Call } from "@/lib/kernel/call";
import { type Kobo, plus, zero } from "@/lib/kernel/money";
import { bookJournal } from "@/lib/loans/ledger/book";
import { toDisbursedPayload } from "@/lib/loans/loans/lifecycle-payloads";
import { bookOf, type LoanRecord } from "@/lib/loans/loans/load-loans";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import type { Terms } from "@/lib/loans/loans/terms";
import { requireState } from "@/lib/loans/loans/transitions";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueMerchantMail } from "@/lib/platform/messages/mails/queue-merchant-mail";
import { remindAt } from "@/lib/platform/messages/mails/remind-at";
import { recordEvent } from "@/lib/platform/messages/webhooks/record-event";
import { silentFor } from "@/lib/terms/collection/constants";
import { schedule } from "@/lib/terms/loans/schedule";
import { coolingOffDays } from "@/lib/terms/payments/constants";

/** In the transaction that records it and with the loan's row locked. */
export async function disburseLoan(
  call: Call<{ loan: LoanRecord; payoutId?: string; payout: { amount: Kobo; lastFour: string } }>,
): Promise<void> {
  const { actor, loan, payoutId, payout, now } = call;
  const { tenant } = actor;
  requireState(loan, "disburse");
  const terms = finalTerms(loan, dateOf(now));
  await db().delete(loanInstallments).where(eq(loanInstallments.loanId, loan.id));
  await db()
    .insert(loanInstallments)
    .values(terms.schedule.map((installment) => ({ loanId: loan.id, ...installment })));

  const fact = { tenant, occurredAt: now, now };
  // Two facts: the principal without interest, then the interest for the whole tenor.
  const before = { ...bookOf(loan), portions: terms.schedule, interest: zero };
  const lent = await bookJournal({ ...fact, before, change: { disbursed: true }, type: "DISBURSEMENT", payoutId });
  await bookJournal({ ...fact, before: lent, change: { interest: loan.interest }, type: "INTEREST" });

  await saveLoan(
    { ...loan, installments: terms.schedule },
    { status: "ACTIVE", disbursedAt: now, startDate: terms.startDate, dueDate: terms.dueDate },
    now,
  );
  await db()
    .insert(loanWatches)
    .values({ id: loan.id, ...ownedBy(tenant), watchedUntil: now, dueAt: later(now, silentFor) });
  const about = { tenant, merchantId: loan.merchantId, loanId: loan.id };
  await remindAt(about, now);
  await queueMerchantMail({
    ...about,
    kind: "MONEY_SENT",
    ...payout,
    total: terms.totalRepayment,
    deductionBasisPoints: terms.deductionBasisPoints,
    first: terms.schedule[0] ?? null,
    dueDate: terms.dueDate,
    coolingOffUntil: later(now, coolingOffDays * day),
    now,
  });
  await recordEvent({
    tenant,
    merchantId: loan.merchantId,
    type: "loan.disbursed",
    payload: toDisbursedPayload(loan, await lenderOf(loan), terms, { ...payout, disbursedAt: now }),
    now,
  });
  await recordAudit({ actor, action: "loan.disburse", subjectId: loan.id, now });
}

function finalTerms(loan: LoanRecord, startDate: string): Terms {
  return {
    ...loan,
    totalRepayment: plus(loan.principal, loan.interest),
    startDate,
    dueDate: addDays(startDate, loan.tenorDays),
    schedule: schedule(loan, loan.tenorDays, startDate),
  };
}

async function lenderOf(loan: LoanRecord): Promise<{ lenderId: string; name: string }> {
  const [lender] = await db().select({ name: lenders.name }).from(lenders).where(eq(lenders.id, loan.lenderId));
  return { lenderId: loan.lenderId, name: lender?.name ?? "" };
}
