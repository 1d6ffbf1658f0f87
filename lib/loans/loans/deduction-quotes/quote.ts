import { currency, greatest, type Kobo, kobo, least, minus, plus, zero } from "@/lib/kernel/money";
import { type Book, outstanding, payable } from "@/lib/loans/ledger/balances";
import { largestShareOfSale } from "@/lib/terms/deductions";
import type { QuoteReason } from "./schema";

export type QuotedLoan = {
  book: Book;
  deducted: boolean;
  paused: boolean;
  deductionBasisPoints: number;
  minimumDeduction: Kobo;
};

export type Proposal = {
  sale: Kobo;
  /** What else was taken from that sale for the merchant's loans. */
  taken: Kobo;
  proposed: Kobo;
  currency: string;
};

export type Quote = {
  reasonCode: QuoteReason;
  allowed: Kobo;
  /** After the proposed amount if valid, otherwise after the allowed amount. Null without a loan. */
  outstandingAfter: Kobo | null;
  allocation: { interest: Kobo; principal: Kobo };
};

/** Judges a proposed deduction; returns the first reason that applies (docs/servicing.md#deductions). */
export function quote(loan: QuotedLoan | undefined, proposal: Proposal): Quote {
  if (!loan) {
    const allocation = { interest: zero, principal: zero };
    return { reasonCode: "LOAN_NOT_FOUND", allowed: zero, outstandingAfter: null, allocation };
  }
  const left = payable(loan.book);
  const refusal = refusalOf(loan, proposal);
  if (refusal) return { reasonCode: refusal, allowed: zero, ...effectOf(loan, zero) };
  const cap = capOf(loan, proposal);
  const allowed = least(cap, left);
  const reasonCode = reasonOf(loan, proposal, cap, left);
  return { reasonCode, allowed, ...effectOf(loan, reasonCode === "OK" ? proposal.proposed : allowed) };
}

function refusalOf(loan: QuotedLoan, proposal: Proposal): QuoteReason | null {
  if (proposal.currency !== currency) return "CURRENCY_MISMATCH";
  if (!loan.deducted) return "LOAN_NOT_ACTIVE";
  return loan.paused ? "COLLECTION_PAUSED" : null;
}

function reasonOf({ minimumDeduction }: QuotedLoan, { proposed }: Proposal, cap: Kobo, left: Kobo): QuoteReason {
  if (proposed > left) return "EXCEEDS_BALANCE";
  if (proposed > cap) return "EXCEEDS_PERCENTAGE";
  // Nobody can be asked for the minimum where less than that may be taken.
  const minimumApplies = least(cap, left) >= minimumDeduction;
  return minimumApplies && proposed < minimumDeduction ? "BELOW_MINIMUM" : "OK";
}

/** Rounded down to the kobo, or the minimum if larger; never more than what is left of half the sale. */
export function capOf(
  { deductionBasisPoints, minimumDeduction }: Pick<QuotedLoan, "deductionBasisPoints" | "minimumDeduction">,
  { sale, taken }: Pick<Proposal, "sale" | "taken">,
): Kobo {
  const share = kobo(Number((BigInt(sale) * BigInt(deductionBasisPoints)) / 10_000n));
  const most = kobo(Math.floor(sale * largestShareOfSale));
  return least(greatest(share, minimumDeduction), greatest(zero, minus(most, taken)));
}

/** The effect of a deduction of `amount`, split as it would be booked: a refund receivable first. */
function effectOf({ book }: QuotedLoan, amount: Kobo): Pick<Quote, "outstandingAfter" | "allocation"> {
  const paid = { ...book, received: plus(book.received, amount) };
  const [left, after] = [outstanding(book), outstanding(paid)];
  return {
    outstandingAfter: payable(paid),
    allocation: { interest: minus(left.interest, after.interest), principal: minus(left.principal, after.principal) },
  };
}
