import { later, minute } from "@/lib/calendar";
import { keyedDigest } from "@/lib/crypto";
import { idPrefixes } from "@/lib/ids";
import { bookOf, type LoanRecord } from "@/lib/loans/load-loans";
import { loansById } from "@/lib/loans/queries";
import { fromKobo, type Kobo, plus, toKobo } from "@/lib/money";
import type { Reach } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";
import { quoteMinutes } from "./constants";
import { type Proposal, type QuotedLoan, quote } from "./quote";
import type { ProposedDeduction, ValidateDeductionsAnswer } from "./schema";

/**
 * Quotes deductions in the order given, without booking or reserving anything. Those for the same loan count on one another:
 * each is judged as if the valid ones before it had been made, so that a list of valid ones never takes more than is owed.
 */
export async function quoteDeductions(call: {
  reach: Reach;
  deductions: readonly ProposedDeduction[];
  now: BusinessTime;
}): Promise<ValidateDeductionsAnswer> {
  const { reach, deductions, now } = call;
  const found = await loansById(reach, [...new Set(deductions.map(({ loanId }) => loanId))]);
  const loans = new Map(found.map((loan) => [loan.id, toQuoted(loan)]));
  const expiresAt = later(now, quoteMinutes * minute).toISOString();
  const results = deductions.map(({ loanId, saleAmount, proposedAmount, currency }) => {
    const loan = loans.get(loanId);
    const proposal = { sale: toKobo(saleAmount), proposed: toKobo(proposedAmount), currency };
    const { reasonCode, allowed, outstandingAfter, allocation } = quote(loan, proposal);
    const valid = reasonCode === "OK";
    const quoteId = loan ? quoteIdOf(loan, proposal) : null;
    if (loan && valid) loans.set(loanId, { ...loan, book: withPaid(loan, proposal.proposed) });
    return {
      loanId,
      valid,
      allowedAmount: fromKobo(allowed),
      reasonCode,
      outstandingAfter: outstandingAfter === null ? null : fromKobo(outstandingAfter),
      allocation: { interest: fromKobo(allocation.interest), principal: fromKobo(allocation.principal) },
      quoteId,
      expiresAt: loan ? expiresAt : null,
    };
  });
  return { results };
}

/** A loan as it stands, for a quote. */
export function toQuoted(loan: LoanRecord): QuotedLoan {
  const { status: state, pausedAt, deductionBasisPoints, minimumDeduction } = loan;
  return { book: bookOf(loan), state, paused: pausedAt !== null, deductionBasisPoints, minimumDeduction };
}

function withPaid({ book }: QuotedLoan, amount: Kobo): QuotedLoan["book"] {
  return { ...book, received: plus(book.received, amount) };
}

/** The name of a quote: what it was asked and everything of the loan that it rests on, so that nothing needs to be kept. */
function quoteIdOf({ book, ...terms }: QuotedLoan, proposal: Proposal): string {
  const { loanId, received, receivedAtWriteOff, disbursed } = book;
  const facts = JSON.stringify([loanId, received, receivedAtWriteOff, disbursed, terms, proposal]);
  return `${idPrefixes.quote}_${keyedDigest("deduction quote", facts).slice(0, 26)}`;
}
