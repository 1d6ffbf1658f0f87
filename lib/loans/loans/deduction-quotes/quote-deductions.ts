import { later, minute } from "@/lib/kernel/calendar";
import { keyedDigest } from "@/lib/kernel/crypto";
import { idPrefixes } from "@/lib/kernel/ids";
import { fromKobo, inNaira, type Kobo, plus, toKobo } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { bookOf, type LoanRecord } from "@/lib/loans/loans/load-loans";
import { loansById } from "@/lib/loans/loans/queries";
import { quoteMinutes } from "@/lib/terms/deductions";
import { isDeducted } from "@/lib/terms/loans/states";
import { takenFromOrders } from "./queries";
import { type Proposal, type QuotedLoan, quote } from "./quote";
import type { ProposedDeduction, ValidateDeductionsAnswer } from "./schema";
import { SharedSales } from "./shared-sales";

/** Each is judged as if the valid ones before it were made, so that together they never exceed debt or half a sale. */
export async function quoteDeductions(call: {
  reach: Reach;
  deductions: readonly ProposedDeduction[];
  now: BusinessTime;
}): Promise<ValidateDeductionsAnswer> {
  const { reach, deductions, now } = call;
  const found = await loansById(reach, [...new Set(deductions.map(({ loanId }) => loanId))]);
  const loans = new Map(found.map((loan) => [loan.id, toQuoted(loan)]));
  const merchants = new Map(found.map(({ id, merchantId }) => [id, merchantId]));
  const orders = new Set(deductions.flatMap(({ orderId }) => orderId ?? []));
  const sales = new SharedSales(await takenFromOrders([...new Set(merchants.values())], [...orders]));
  const expiresAt = later(now, quoteMinutes * minute).toISOString();
  const results = deductions.map(({ loanId, saleAmount, orderId = null, proposedAmount, currency }) => {
    const loan = loans.get(loanId);
    const sale = toKobo(saleAmount);
    const entry = { merchantId: merchants.get(loanId) ?? "", loanId, orderId, sale };
    const proposal = { sale, taken: sales.takenBeside(entry), proposed: toKobo(proposedAmount), currency };
    const { reasonCode, allowed, outstandingAfter, allocation } = quote(loan, proposal);
    const valid = reasonCode === "OK";
    const quoteId = loan ? quoteIdOf(loan, proposal) : null;
    if (loan && valid) {
      loans.set(loanId, { ...loan, book: withPaid(loan, proposal.proposed) });
      sales.take(entry, proposal.proposed);
    }
    return {
      loanId,
      valid,
      allowedAmount: fromKobo(allowed),
      reasonCode,
      outstandingAfter: outstandingAfter === null ? null : fromKobo(outstandingAfter),
      allocation: inNaira(allocation),
      quoteId,
      expiresAt: loan ? expiresAt : null,
    };
  });
  return { results };
}

export function toQuoted(loan: LoanRecord): QuotedLoan {
  const { pausedAt, deductionBasisPoints, minimumDeduction } = loan;
  const [deducted, paused] = [isDeducted(loan), pausedAt !== null];
  return { book: bookOf(loan), deducted, paused, deductionBasisPoints, minimumDeduction };
}

function withPaid({ book }: QuotedLoan, amount: Kobo): QuotedLoan["book"] {
  return { ...book, received: plus(book.received, amount) };
}

/** The id of a quote, derived from the request and the loan's state, so that nothing has to be stored. */
function quoteIdOf({ book, ...terms }: QuotedLoan, proposal: Proposal): string {
  const { loanId, interest, received, receivedAtWriteOff, disbursed } = book;
  const facts = JSON.stringify([loanId, interest, received, receivedAtWriteOff, disbursed, terms, proposal]);
  return `${idPrefixes.quote}_${keyedDigest("deduction quote", facts).slice(0, 26)}`;
}
