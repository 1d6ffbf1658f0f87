import { eq } from "drizzle-orm";
import { z } from "zod";
import { loans } from "@/db/schema/loans";
import { type Actor, type Operator, operatorIn } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";
import { fromKobo, nairaText } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import { type BusinessTime, businessTime, type RealTime } from "@/lib/kernel/time";
import { changeTerms } from "@/lib/lending/servicing/change-terms";
import { planLoan } from "@/lib/lending/servicing/plan-loan";
import { changeableTerms, workoutPlan } from "@/lib/lending/servicing/schema";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { evidenceOfMandate, giveMandateByHand } from "@/lib/lending/transfers/mandates/mandate-by-hand";
import { paperMandate } from "@/lib/lending/transfers/mandates/schema";
import { closeOrder } from "@/lib/lending/transfers/orders/close-order";
import { ordersUnderWay } from "@/lib/lending/transfers/orders/orders-under-way";
import { closing } from "@/lib/lending/transfers/orders/schema";
import { recoverLoan } from "@/lib/lending/transfers/payments/recover-loan";
import { recovery } from "@/lib/lending/transfers/payments/schema";
import { nameAccount, unnamedAccount } from "@/lib/lending/transfers/payouts/name-account";
import { holder } from "@/lib/lending/transfers/payouts/name-account-schema";
import { endNeverPaidOut } from "@/lib/lending/transfers/reversed/end-never-paid-out";
import { payAgain } from "@/lib/lending/transfers/reversed/pay-again";
import { outstanding, totalPaid, writtenOff } from "@/lib/loans/ledger/balances";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { bookOf, type LoanRecord, loadLoans, lockLoan, tenantOfLoan } from "@/lib/loans/loans/load-loans";
import { requireState } from "@/lib/loans/loans/transitions";
import { readClockAhead } from "@/lib/parties/marketplaces/queries";
import { shownStatus } from "@/lib/terms/loans/states";
import type { ProposalKindName } from "@/lib/terms/proposals/states";
import type { Evidence, ProposalKind } from "./kind";

export async function operatorOn(
  operator: Operator,
  loanId: string,
  realNow: RealTime,
): Promise<{ actor: Actor; loanId: string; now: BusinessTime }> {
  const tenant = await tenantOfLoan(loanId);
  if (!tenant) throw notFound("loan");
  return { actor: operatorIn(tenant, operator), loanId, now: businessTime(realNow, await readClockAhead(tenant)) };
}

export async function loanOf({ actor, loanId }: { actor: Actor; loanId: string }): Promise<LoanRecord> {
  const [loan] = await loadLoans(reachOf(actor), eq(loans.id, loanId));
  if (!loan) throw notFound("loan");
  return loan;
}

/** What there is to see of a loan. */
export function evidenceOf(loan: LoanRecord): Evidence {
  const book = bookOf(loan);
  const { principal, interest, total } = outstanding(book);
  return {
    reference: loan.reference,
    status: shownStatus(loan.status),
    outstanding: fromKobo(total),
    outstandingPrincipal: fromKobo(principal),
    outstandingInterest: fromKobo(interest),
    paid: fromKobo(totalPaid(book)),
    writtenOff: fromKobo(writtenOff(book)),
    deductionPercentage: loan.deductionBasisPoints / 100,
    minimumDeduction: fromKobo(loan.minimumDeduction),
    dueDate: loan.dueDate,
    paused: loan.pausedAt !== null,
    defaultReason: loan.defaultReason,
    // One that ended and came again is another.
    defaultedAt: loan.defaultedAt?.toISOString() ?? null,
    // Money that came and went again leaves the same balance, but not the same books.
    bookings: loan.journalNumber,
    ...(loan.returnedAt && { payoutCameBackAt: loan.returnedAt.toISOString() }),
  };
}

/** Of a loan, with what there is to see of it. */
export type LoanKind = ProposalKind & { evidenceOf: (loan: LoanRecord) => Promise<Evidence> };

function ofLoan<Shape extends z.ZodRawShape>(
  name: ProposalKindName,
  permission: ProposalKind["permission"],
  shape: Shape,
  verb: (call: LoanCall & { input: z.output<z.ZodObject<Shape>> & { reason: string } }) => Promise<void>,
  more: (loan: LoanRecord) => Promise<Evidence> = async () => ({}),
): LoanKind {
  const input = z.object(shape);
  const ownEvidence = async (loan: LoanRecord) => ({ ...evidenceOf(loan), ...(await more(loan)) });
  return {
    name,
    permission,
    evidenceOf: ownEvidence,
    look: async ({ operator, subjectId, realNow, lock }) => {
      const { actor, loanId } = await operatorOn(operator, subjectId, realNow);
      const loan = lock ? await lockLoan(reachOf(actor), loanId) : await loanOf({ actor, loanId });
      return { tenant: actor.tenant, evidence: await ownEvidence(loan) };
    },
    perform: async ({ operator, subjectId, input: asked, reason, realNow }) =>
      verb({ ...(await operatorOn(operator, subjectId, realNow)), input: { ...input.parse(asked), reason } }),
  };
}

export const loanWriteOff = ofLoan("LOAN_WRITE_OFF", "collect", {}, async (call) => {
  // The verb leaves a loan that is written off as it is; two operators are not to decide about nothing.
  requireState(await loanOf(call), "write off");
  await writeOffLoan(call);
});
export const loanRecovery = ofLoan("LOAN_RECOVERY", "collect", recovery, recoverLoan);
export const loanTerms = ofLoan("LOAN_TERMS", "collect", changeableTerms, changeTerms);
export const loanPlan = ofLoan("LOAN_PLAN", "collect", workoutPlan, planLoan, async (loan) => ({
  // Another plan may leave the books and the last date as they are.
  scheduleNow: loan.installments.map(({ dueDate, amount }) => `${dueDate} ${nairaText(fromKobo(amount))}`).join("; "),
}));
export const loanPayAgain = ofLoan("LOAN_PAY_AGAIN", "pay", {}, payAgain);
export const loanNeverPaidOut = ofLoan("LOAN_NEVER_PAID_OUT", "pay", {}, endNeverPaidOut);
export const loanAccountName = ofLoan("LOAN_ACCOUNT_NAME", "pay", holder, nameAccount, unnamedAccount);
export const loanMandate = ofLoan("LOAN_MANDATE", "pay", paperMandate, giveMandateByHand, evidenceOfMandate);
export const loanCloseOrder = ofLoan("LOAN_CLOSE_ORDER", "pay", closing, closeOrder, async (loan) => ({
  underWay: await ordersUnderWay(loan),
}));
