import { transaction } from "@/db/client";
import type { Actor } from "@/lib/kernel/actor";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { fromKobo } from "@/lib/kernel/money";
import { keepAnswer } from "@/lib/lending/reconciliation/breaks/answer-break";
import { askForRefundAccount } from "@/lib/lending/transfers/payouts/refund-account";
import type { Book } from "@/lib/loans/ledger/balances";
import { applyBooking } from "@/lib/loans/loans/apply-booking";
import { bookOf } from "@/lib/loans/loans/load-loans";
import { type LockedLoan, lockLoansForBooking } from "@/lib/loans/loans/lock-for-booking";
import { namesLoan, namesMerchantOf } from "@/lib/loans/loans/named-loan";
import { restoreInterest } from "@/lib/loans/loans/restore-interest";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { Booked } from "./add-to-totals";
import { askAgain } from "./ask-again";
import { bookDeduction } from "./book-deduction";
import { bookReversal } from "./book-reversal";
import { compareBalance } from "./compare-balance";
import { findRepayment, type Incoming, type RepaymentReceipt, type Report, receiptOf, storeReport } from "./report";
import { raiseAbout } from "./reversal-breaks";

/** Books a single report of any kind and applies everything that follows from it. */
export async function bookAlone(actor: Actor, incoming: Incoming): Promise<RepaymentReceipt> {
  const { fact, now } = incoming;
  return transaction(async () => {
    const loan = await lockReportedLoan(incoming);
    const { merchantId } = loan;
    const report: Report = { ...incoming, merchantId };
    const before = bookOf(loan);
    const booked = await book(report, loan, before);
    if (!booked) return (await receiptOf(report)) ?? keepDuplicate(report);
    const left = await restoreInterest(loan, booked.after, now);
    await applyBooking(left.loan, before, left.after, now);
    const owed = { reach: report.reach, loanId: loan.id, since: "once", now };
    if (booked.after.held > before.held) await askForRefundAccount(owed);
    // A webhook's report names its merchant itself; a token's does not.
    if (actor.kind !== "webhook") {
      const detail = { event: fact.type };
      await recordAudit({ actor, action: "repayment.receive", detail, subjectId: booked.id, now });
    }
    const asked = await askAgain(report, booked.id, left.loan, { before, after: left.after });
    const agrees = await compareBalance(report, booked.id, left.loan, left.after, incoming.input.loanBalance);
    if (asked !== null && agrees) await keepAnswer(asked, answerIn(report, booked.id), now);
    return { id: booked.id, eventId: incoming.eventId, receivedAt: now };
  });
}

/** What a reversal says about money that was missing before, where its balance no longer counts it as paid. */
function answerIn({ fact }: Report, id: string) {
  const note = `The reversal ${fact.reference} was reported with a loan_balance that does not count it as paid.`;
  return { reason: "DEDUCTED_WRONGLY", note, by: id } as const;
}

async function book(report: Report, loan: LockedLoan, before: Book): Promise<Booked> {
  switch (report.fact.type) {
    case "repayment.deducted":
      return bookDeduction(report, loan, before);
    case "repayment.reversed":
      return bookReversal(report, loan, before);
    case "repayment.failed": {
      const id = await storeReport(report, "NONE");
      return id ? { id, after: before } : null;
    }
  }
}

/** Keeps a fact already reported under another event id, if its figures are the same; others are rejected. */
async function keepDuplicate(report: Report): Promise<RepaymentReceipt> {
  const { loanId, eventId, fact, now } = report;
  const first = await findRepayment(loanId, fact.type, fact.reference);
  if (first?.amount !== fact.amount || first.originalReference !== fact.originalReference) {
    throw new CodedError(
      "DEDUCTION_CONFLICT",
      `A ${fact.type} with the reference ${fact.reference} was already received for this loan with different figures.`,
    );
  }
  const id = await storeReport(report, "DUPLICATE");
  if (!id) throw new Error(`The event ${eventId} is neither new nor known.`);
  await raiseAbout(report, id, {
    type: "DUPLICATE",
    subject: `${fact.type}:${loanId}:${fact.reference}`,
    expected: fact.amount,
    actual: fact.amount,
    evidence: { reference: fact.reference, amount: fromKobo(fact.amount), firstReport: first.id, eventId },
  });
  return { id, eventId, receivedAt: now };
}

async function lockReportedLoan({ reach, loanId, input: { merchant, loan: named } }: Incoming): Promise<LockedLoan> {
  const [loan] = await lockLoansForBooking([{ reach, loanId }]);
  if (!loan) {
    // An unknown merchant is reported first.
    await findMerchant(reach, merchant.marketplaceId);
    throw notFound("loan");
  }
  if (!namesMerchantOf(loan, merchant)) throw notFound("merchant");
  if (!namesLoan(loan, named)) throw notFound("loan");
  return loan;
}
