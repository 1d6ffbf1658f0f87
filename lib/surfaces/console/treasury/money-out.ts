import { and, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { rails } from "@/db/schema/lenders";
import { isOverpaid, loans, mandates, payoutAccounts, payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { isToEnd } from "@/lib/lending/transfers/mandates/list-mandates-to-end";
import { refundAccountIdOf } from "@/lib/lending/transfers/payouts/payout-account";
import { lastOwedAt } from "@/lib/lending/transfers/payouts/refund-account";
import { owedOn } from "@/lib/loans/loans/load-loans";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import { type Asked, lookedFor, pageWithLoans } from "./of-loans";

type In = Pick<ConsoleScope, "environment">;

// What of the money that goes out, and of debits, waits for somebody: each list is newest first.

/** Payouts that are held for an operator. */
export async function listHeld({ environment }: In, { q, ...page }: Asked) {
  const { id, loanId, amount, waitsBecause: because, createdAt: since } = payouts;
  const { accountName, bankCode, lastFour } = payoutAccounts;
  const held = and(eq(payouts.environment, environment), eq(payouts.status, "HELD"), lookedFor(loanId, q));
  return pageWithLoans(page, id, ({ on, order, limit }) =>
    db()
      .select({ id, loanId, amount, because, since, accountName, bankCode, lastFour, until: loans.payoutHeldUntil })
      .from(payouts)
      .innerJoin(payoutAccounts, eq(payoutAccounts.id, payouts.payoutAccountId))
      .innerJoin(loans, eq(loans.id, loanId))
      .where(and(held, on))
      .orderBy(order)
      .limit(limit),
  );
}

/** Loans whose payout came back, with the payout that is ordered anew. */
export async function listReturned({ environment }: In, { q, ...page }: Asked) {
  const { id, principal: amount, returnedAt: since } = loans;
  const again = and(eq(payouts.loanId, id), eq(payouts.purpose, "DISBURSEMENT"), eq(payouts.status, "PENDING"));
  const returned = and(eq(loans.environment, environment), isNotNull(since), lookedFor(id, q));
  return pageWithLoans(page, id, ({ on, order, limit }) =>
    db()
      .select({ id, loanId: id, amount, since, againId: payouts.id })
      .from(loans)
      .leftJoin(payouts, again)
      .where(and(returned, on))
      .orderBy(order)
      .limit(limit),
  );
}

/** Payouts and refunds under way, and those that were paid after they were taken for refused. */
export async function listOrders({ environment }: In, { q, ...page }: Asked) {
  const { id, loanId, reference, amount, purpose: what, waitsFor, waitsBecause: because, createdAt: since } = payouts;
  const open = or(eq(payouts.status, "PENDING"), and(eq(payouts.status, "FAILED"), eq(waitsFor, "PERSON")));
  const wanted = lookedFor(loanId, q, ...(q ? [eq(reference, q)] : []));
  return pageWithLoans(page, id, ({ on, order, limit }) =>
    db()
      .select({ id, loanId, reference, amount, what, waitsFor, because, since })
      .from(payouts)
      .where(and(eq(payouts.environment, environment), open, wanted, on))
      .orderBy(order)
      .limit(limit),
  );
}

/** Debits that a bank is being asked for. */
export async function listDebits({ environment }: In, { q, ...page }: Asked) {
  const { id, loanId, reference, amount, waitsBecause: because, orderedAt: since } = payments;
  const wanted = lookedFor(loanId, q, ...(q ? [eq(reference, q)] : []));
  return pageWithLoans(page, id, ({ on, order, limit }) =>
    db()
      .select({ id, loanId, reference, amount, because, since })
      .from(payments)
      .where(and(eq(payments.environment, environment), eq(payments.status, "PENDING"), wanted, on))
      .orderBy(order)
      .limit(limit),
  );
}

/** Accounts of which nobody could be asked whose they are, with the loan that waits for that. */
export async function listUnnamed({ environment }: In, { q, ...page }: Asked) {
  const { id, bankCode, lastFour } = payoutAccounts;
  const waits = waitingLoan();
  const loanId = sql<string>`${waits}`;
  const unnamed = and(eq(payoutAccounts.environment, environment), isNull(payoutAccounts.verifiedAt));
  return pageWithLoans(page, id, ({ on, order, limit }) =>
    db()
      .select({ id, loanId, bankCode, lastFour })
      .from(payoutAccounts)
      .where(and(unnamed, sql`${waits} is not null`, lookedFor(waits, q), on))
      .orderBy(order)
      .limit(limit),
  );
}

/** The loan whose money is to go there, or the last of those whose refund would. */
function waitingLoan(): SQL {
  const l = { merchantId: sql`l.merchant_id`, payoutAccountId: sql`l.payout_account_id` };
  return sql`coalesce(
    (select l.id from ${loans} l where l.merchant_id = ${payoutAccounts.merchantId} and l.payout_account_id = ${payoutAccounts.id}
      and l.status in ('ACCEPTED', 'PAYOUT_HELD', 'DISBURSING') order by l.id desc limit 1),
    (select l.id from ${loans} l where l.merchant_id = ${payoutAccounts.merchantId} and ${isOverpaid}
      and not exists (select from ${payouts} p where p.loan_id = l.id and p.purpose = 'REFUND' and p.status = 'PENDING')
      and ${refundAccountIdOf(l)} = ${payoutAccounts.id}
      order by l.id desc limit 1))`;
}

/** Mandates on paper, of lenders that pay by hand, that their banks have not confirmed: signed or not. */
export function listPaperMandates(at: In, asked: Asked) {
  return paperMandates(at, asked);
}

/** Those whose signed form has come: it is to be lodged, and its reference entered. */
export function listSignedMandates(at: In, asked: Asked) {
  return paperMandates(at, asked, isNotNull(mandates.formFileId));
}

function paperMandates({ environment }: In, { q, ...page }: Asked, wanted?: SQL) {
  const { id, loanId, createdAt: since, formSentAt: signedAt } = mandates;
  const byHand = and(eq(rails.lenderId, loans.lenderId), eq(rails.state, "ACTIVE"), eq(rails.kind, "BY_HAND"));
  const open = and(eq(mandates.environment, environment), eq(mandates.status, "PENDING"), lookedFor(loanId, q));
  return pageWithLoans(page, id, ({ on, order, limit }) =>
    db()
      .select({ id, loanId, since, signedAt, bankCode: payoutAccounts.bankCode, lastFour: payoutAccounts.lastFour })
      .from(mandates)
      .innerJoin(loans, eq(loans.id, loanId))
      .innerJoin(rails, byHand)
      .innerJoin(payoutAccounts, eq(payoutAccounts.id, mandates.payoutAccountId))
      .where(and(open, wanted, on))
      .orderBy(order)
      .limit(limit),
  );
}

/** Mandates on paper that have ended here, and that nobody has ended at the bank yet. */
export async function listMandatesToEndAt({ environment }: In, { q, ...page }: Asked) {
  const { id, loanId, providerReference: bankReference, cancelledAt: since } = mandates;
  const { bankCode, lastFour } = payoutAccounts;
  const wanted = lookedFor(loanId, q, ...(q ? [eq(bankReference, q)] : []));
  return pageWithLoans(page, id, ({ on, order, limit }) =>
    db()
      .select({ id, loanId, bankReference, since, bankCode, lastFour })
      .from(mandates)
      .innerJoin(rails, eq(rails.id, mandates.railId))
      .innerJoin(payoutAccounts, eq(payoutAccounts.id, mandates.payoutAccountId))
      .where(and(eq(mandates.environment, environment), isToEnd(), wanted, on))
      .orderBy(order)
      .limit(limit),
  );
}

/** Loans with money owed to their merchant. */
export async function listRefunds({ environment }: In, { q, ...page }: Asked) {
  const { id, refundDueAt } = loans;
  const owed = and(eq(loans.environment, environment), isOverpaid, lookedFor(id, q));
  return pageWithLoans(page, id, ({ on, order, limit }) =>
    db()
      .select({ id, loanId: id, amount: owedOn(loans), refundDueAt, underWay: pendingRefund, owedSince })
      .from(loans)
      .where(and(owed, on))
      .orderBy(order)
      .limit(limit),
  );
}

const ownRefund = sql`exists (select from ${payouts} p
  where p.loan_id = ${loans.id} and p.purpose = 'REFUND' and p.status = 'PENDING')`;
// Within another, a column keeps its table's name.
const pendingRefund = sql<boolean>`${ownRefund}`;
const owedSince = sql<Date | null>`${lastOwedAt(loans.id)}`.mapWith((at) => new Date(at));
