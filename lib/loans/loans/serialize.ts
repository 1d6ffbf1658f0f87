import { currency, fromKobo, type Kobo, plus, zero } from "@/lib/kernel/money";
import { outstanding, payable, totalDue, totalPaid } from "@/lib/loans/ledger/balances";
import { toBalances } from "@/lib/loans/ledger/serialize";
import { fill } from "@/lib/terms/ledger/allocation";
import type { Delinquency } from "@/lib/terms/loans/delinquency";
import type { LoanStatusAnswer } from "@/lib/terms/loans/schema";
import { closureOf, isDeducted, isOffer, shownStatus } from "@/lib/terms/loans/states";
import type { Forecast } from "./forecast";
import { bookOf, type LoanRecord } from "./load-loans";
import { percentPaid } from "./milestones";
import type { TermProposal } from "./term-proposals";
import { costOf } from "./terms";
import { type TermsChange, termsNow } from "./terms-now";

type StatusDetails = {
  lenderName: string;
  proposal: TermProposal | null;
  agreement: LoanStatusAnswer["agreement"];
  mandateStatus: LoanStatusAnswer["mandateStatus"];
  delinquency: Delinquency;
  forecast: Forecast | null;
  collection: LoanStatusAnswer["collection"];
  changes: readonly TermsChange[];
};

export function toLoanStatus(loan: LoanRecord, details: StatusDetails): LoanStatusAnswer {
  const { lenderName, proposal, agreement, mandateStatus, delinquency, forecast, collection, changes } = details;
  const book = bookOf(loan);
  const promised = plus(loan.principal, loan.interest);
  const left = outstanding(book);
  const paid = totalPaid(book);
  const filled = fill(paid, book.portions);
  const schedule = loan.installments.map(({ number, dueDate, amount }, i) => ({
    installment: number,
    dueDate,
    amount: fromKobo(amount),
    paid: fromKobo(filled[i] ?? zero),
  }));
  const next = left.total > 0 ? schedule.find((entry) => entry.paid < entry.amount) : undefined;
  const percentage = loan.deductionBasisPoints / 100;
  const minimum = fromKobo(loan.minimumDeduction);
  const paused = loan.pausedAt !== null;
  const terms = termsNow(loan, changes);
  return {
    loanId: loan.id,
    reference: loan.reference,
    merchantId: loan.merchantId,
    thirdPartyCustomerId: loan.thirdPartyCustomerId,
    status: shownStatus(loan.status),
    lender: { id: loan.lenderId, name: lenderName },
    terms: {
      principalAmount: fromKobo(loan.principal),
      ...costOf({ ...loan, ...terms.now }),
      assumedMonthlySales: loan.assumedMonthlySales === null ? null : fromKobo(loan.assumedMonthlySales),
      tenorDays: terms.now.tenorDays,
      totalRepayment: fromKobo(promised),
      currency,
      deductionPercentage: percentage,
      minimumDeduction: minimum,
      agreed: terms.agreed && toAgreed({ ...loan, ...terms.agreed }),
    },
    approvedAt: loan.approvedAt.toISOString(),
    offerExpiresAt: loan.offerExpiresAt.toISOString(),
    disbursedAt: loan.disbursedAt?.toISOString() ?? null,
    startDate: loan.startDate,
    dueDate: loan.dueDate,
    ...toBalances(book),
    ...(isOffer(loan.status) ? { totalDue: fromKobo(promised) } : {}),
    percentPaid: percentPaid(paid, totalDue(book)),
    nextInstallment: next
      ? { number: next.installment, dueDate: next.dueDate, amount: next.amount, paid: next.paid }
      : null,
    deduction: {
      percentage,
      minimum,
      maxNext: fromKobo(isDeducted(loan) && !paused ? payable(book) : zero),
      paused,
    },
    proposal: proposal && toProposal(proposal),
    health: {
      ...delinquency,
      overdueAmount: fromKobo(delinquency.overdueAmount),
      aheadBehindAmount: fromKobo(delinquency.aheadBehindAmount),
    },
    schedule,
    forecast: forecast && toForecastAnswer(forecast),
    collection,
    completedAt: loan.completedAt?.toISOString() ?? null,
    closure: closureOf(loan),
    agreement,
    mandateStatus,
  };
}

function toAgreed(loan: LoanRecord): LoanStatusAnswer["terms"]["agreed"] {
  const { interestRate: _, ...cost } = costOf(loan);
  const { tenorDays, deductionBasisPoints, dueDate } = loan;
  return { ...cost, tenorDays, deductionPercentage: deductionBasisPoints / 100, dueDate };
}

function toProposal({ id, proposed, reason, proposedAt }: TermProposal): LoanStatusAnswer["proposal"] {
  return {
    id,
    deductionPercentage: proposed.deductionBasisPoints / 100,
    minimumDeduction: fromKobo(proposed.minimumDeduction),
    dueDate: proposed.dueDate,
    reason,
    proposedAt: proposedAt.toISOString(),
  };
}

function toForecastAnswer({ basis, ...dates }: Forecast): LoanStatusAnswer["forecast"] {
  const { dailySales, dailyObserved, dailyLikely } = basis;
  const naira = (kobo: Kobo | null) => (kobo === null ? null : fromKobo(kobo));
  const daily = {
    dailySales: naira(dailySales),
    dailyObserved: naira(dailyObserved),
    dailyLikely: fromKobo(dailyLikely),
  };
  return { ...dates, basis: { ...basis, ...daily } };
}
