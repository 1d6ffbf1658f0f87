import { transaction } from "@/db/client";
import { coalesced } from "@/lib/kernel/coalesce";
import { newId } from "@/lib/kernel/ids";
import { type Kobo, plus, zero } from "@/lib/kernel/money";
import { reaches } from "@/lib/kernel/reach";
import { type Book, totalDue, totalPaid } from "@/lib/loans/ledger/balances";
import { bookPlanned, type PlannedJournal, planJournal } from "@/lib/loans/ledger/book";
import { keepAging } from "@/lib/loans/loans/keep-aging";
import { bookOf } from "@/lib/loans/loans/load-loans";
import { type LockedLoan, lockLoansForBooking } from "@/lib/loans/loans/lock-for-booking";
import { isNearlyComplete } from "@/lib/loans/loans/milestones";
import { namesLoan, namesMerchantOf } from "@/lib/loans/loans/named-loan";
import { compareBalance } from "./compare-balance";
import { type Incoming, type NewReport, type RepaymentReceipt, storeReports } from "./report";

/**
 * One batch of what arrives at about the same time takes no more round trips than one. Only the plain case: a new
 * deduction for a running loan that does not (nearly) complete it. Null, without any effect, for anything else.
 */
export const bookTogether = coalesced<Incoming, RepaymentReceipt | null>(50, bookList, {
  // While the database books one, the next is read and planned.
  lists: 2,
  least: 6,
  keyOf: ({ loanId }) => loanId,
});

function bookList(list: readonly Incoming[]): Promise<(RepaymentReceipt | null)[]> {
  return transaction(async () => {
    const loans = new Map((await lockLoansForBooking(list)).map((loan) => [loan.id, loan]));
    const sums = new Map<string, Kobo>();
    for (const { loanId, fact } of list) sums.set(loanId, plus(sums.get(loanId) ?? zero, fact.amount));
    const candidates = list.map((incoming): Candidate | null => {
      const loan = loans.get(incoming.loanId);
      if (!loan || !reaches(incoming.reach, loan) || !isPlain(loan, sums.get(loan.id) ?? zero)) return null;
      const { merchant, loan: named } = incoming.input;
      if (!namesMerchantOf(loan, merchant) || !namesLoan(loan, named)) return null;
      return { id: newId("repayment"), report: { ...incoming, merchantId: loan.merchantId }, effect: "APPLIED", loan };
    });
    const plain = candidates.flatMap((candidate) => candidate ?? []);
    if (plain.length === 0) return candidates.map(() => null);
    const planned = planBookings(plain);
    const kept = await storeReports(plain, journalsOf(planned));
    // A repeated report displaces those planned after it.
    const booked = kept.size === plain.length ? planned : planBookings(plain.filter(({ id }) => kept.has(id)));
    if (booked !== planned && booked.length > 0) await bookPlanned(journalsOf(booked));
    for (const { id, report, loan, plan } of booked) {
      await keepAging(loan, bookOf(loan), plan.after, report.now);
      await compareBalance(report, id, loan, plan.after, report.input.loanBalance);
    }
    return candidates.map((candidate) =>
      candidate && kept.has(candidate.id)
        ? { id: candidate.id, eventId: candidate.report.eventId, receivedAt: candidate.report.now }
        : null,
    );
  });
}

type Candidate = NewReport & { loan: LockedLoan };

function planBookings(list: readonly Candidate[]): (Candidate & { plan: PlannedJournal })[] {
  const books = new Map<string, Book>();
  return list.map((candidate) => {
    const { id, report, loan } = candidate;
    const { reach, fact, now } = report;
    const before = books.get(loan.id) ?? bookOf(loan);
    const change = { received: plus(before.received, fact.amount) };
    const journal = { type: "REPAYMENT", source: "SALES", repaymentEventId: id, occurredAt: fact.at } as const;
    const plan = planJournal({ tenant: reach.tenant, before, change, ...journal, now });
    books.set(loan.id, plan.after);
    return { ...candidate, plan };
  });
}

function journalsOf(planned: readonly { plan: PlannedJournal }[]): PlannedJournal[] {
  return planned.map(({ plan }) => plan);
}

/** Whether adding any part of `sum` can neither change the loan's state nor cause an event. */
function isPlain(loan: LockedLoan, sum: Kobo): boolean {
  if (loan.status !== "ACTIVE" || loan.heldReversals > 0 || loan.received < 0) return false;
  const book = bookOf(loan);
  const due = totalDue(book);
  const paid = totalPaid(book);
  const after = plus(paid, sum);
  return after < due && isNearlyComplete(paid, due) === isNearlyComplete(after, due);
}
