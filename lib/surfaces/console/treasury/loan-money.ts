import { and, asc, desc, eq, ne } from "drizzle-orm";
import { db } from "@/db/client";
import { rails } from "@/db/schema/lenders";
import { mandates, payoutAccounts, payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { tenantOf } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { loanAccountName, loanCloseOrder, loanMandate, loanOf } from "@/lib/lending/proposals/loan-kinds";
import { seenOf } from "@/lib/lending/proposals/require-as-seen";
import { isToEnd } from "@/lib/lending/transfers/mandates/list-mandates-to-end";
import { findSignedForm } from "@/lib/lending/transfers/mandates/signed-form";
import { readHeldPayout } from "@/lib/lending/transfers/payouts/held-payout";
import { unnamedAccount } from "@/lib/lending/transfers/payouts/name-account";
import { type Refund, refundOf } from "@/lib/lending/transfers/payouts/refund-overpayment";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { findActiveRail } from "@/lib/parties/lenders/rails/queries";
import { namesOfActors } from "@/lib/surfaces/console/loans/actors";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import { bankNameOf } from "@/lib/terms/bank-names";
import { loanAt } from "./in-environment";
import { withLoans } from "./of-loans";

/** How many of a loan's orders are shown, the newest. */
const shownOrders = 50;

/**
 * All of a loan's money that treasurers decide about: its held payout with the names to compare, its orders, the account
 * that nobody could be asked about, the mandate that is on paper, those to be ended, and what is owed to the merchant.
 * `seen` names what is shown: an act repeats it.
 * @throws CodedError NOT_FOUND, also for a loan of the other environment
 */
export async function readLoanMoney(at: ConsoleScope, loanId: string) {
  const on = await loanAt(at, loanId);
  const reach = reachOf(on.actor);
  const loan = await loanOf(on);
  const [names] = await withLoans([{ loanId }]);
  if (!names) throw notFound("loan");
  const { id, reference, status, principal, payoutHeldUntil: heldUntil, returnedAt } = loan;
  const refund = await refundOf(loan);
  return {
    ...{ id, reference, status, principal, heldUntil, returnedAt, lender: names.lender, merchantId: names.merchantId },
    ...{ businessName: names.businessName, marketplace: names.marketplace },
    seen: {
      loan: await seenOf(loan),
      order: await seenOf(loan, loanCloseOrder),
      name: await seenOf(loan, loanAccountName),
      mandate: await seenOf(loan, loanMandate),
    },
    held: (await readHeldPayout(reach, loanId)) ?? null,
    orders: await ordersOf(loanId),
    unnamed: await unnamedOf(loan),
    onPaper: await mandateOnPaper(loan),
    toEnd: await mandatesToEnd(loanId),
    refund: { ...refund, to: await accountShown(refund) },
  };
}

export type LoanMoney = Awaited<ReturnType<typeof readLoanMoney>>;

/** Payouts, refunds and debits together, the newest first. */
async function ordersOf(loanId: string) {
  const outs = await db()
    .select({ order: payouts, bankCode: payoutAccounts.bankCode, lastFour: payoutAccounts.lastFour })
    .from(payouts)
    .innerJoin(payoutAccounts, eq(payoutAccounts.id, payouts.payoutAccountId))
    .where(eq(payouts.loanId, loanId))
    .orderBy(desc(payouts.id))
    .limit(shownOrders);
  const ins = await db()
    .select()
    .from(payments)
    .where(eq(payments.loanId, loanId))
    .orderBy(desc(payments.id))
    .limit(shownOrders);
  const orders = [
    ...outs.map(({ order, bankCode, lastFour }) => {
      const { id, reference, amount, purpose: what, waitsFor, waitsBecause: because, createdAt: at, askedAt } = order;
      const isClosable = order.status === "PENDING" || (order.status === "FAILED" && waitsFor === "PERSON");
      const state = order.reversedAt ? ("REVERSED" as const) : order.status;
      const end = order.failureReason ?? order.providerReference;
      return {
        id,
        reference,
        amount,
        what,
        state,
        waitsFor,
        because,
        end,
        at,
        askedAt,
        isClosable,
        bankCode,
        lastFour,
      };
    }),
    ...ins.map((order) => {
      const { id, reference, amount, status: state, waitsBecause: because, orderedAt: at, askedAt } = order;
      const isClosable = order.status === "PENDING" && order.mandateId !== null;
      const end = order.failure ?? order.providerReference;
      const account = { waitsFor: null, bankCode: null, lastFour: null };
      return { id, reference, amount, what: order.source, state, because, end, at, askedAt, isClosable, ...account };
    }),
  ];
  return orders.sort((one, other) => other.at.getTime() - one.at.getTime()).slice(0, shownOrders);
}

/** The account whose holder people find out; null where there is none. */
async function unnamedOf(loan: LoanRecord): Promise<{ account: string; knownNames: string } | null> {
  const { account, knownNames } = await unnamedAccount(loan);
  if (!account || knownNames === undefined) return null;
  // Its id is for the evidence of a proposal alone.
  return { account: account.slice(account.indexOf(", ") + 2), knownNames };
}

/** Its holder signs a form, which the lender's bank lodges: who has sent it, and when; null where none is wanted. */
async function mandateOnPaper(
  loan: LoanRecord,
): Promise<{ form: { sentAt: Date | null; sentBy: string } | null } | null> {
  const { id, lenderId, environment } = loan;
  if (environment === "test" || (await findActiveRail(lenderId))?.kind !== "BY_HAND") return null;
  const [open] = await db()
    .select({ id: mandates.id, status: mandates.status })
    .from(mandates)
    .where(and(eq(mandates.loanId, id), ne(mandates.status, "CANCELLED")));
  // One that nobody has asked for yet is there once its form is.
  const wanted = open ? open.status === "PENDING" : loan.status === "ACCEPTED" && loan.payoutAccountId !== null;
  if (!wanted) return null;
  const form = await findSignedForm(tenantOf(loan), id);
  if (!open || form?.mandate.id !== open.id) return { form: null };
  const { formSentAt: sentAt, formSentBy } = form.mandate;
  return { form: { sentAt, sentBy: (await namesOfActors([formSentBy]))(formSentBy) } };
}

/** Those of the loan that have ended here, and not yet at the bank. */
function mandatesToEnd(loanId: string) {
  return db()
    .select({ id: mandates.id, bankReference: mandates.providerReference, endedAt: mandates.cancelledAt })
    .from(mandates)
    .innerJoin(rails, eq(rails.id, mandates.railId))
    .where(and(eq(mandates.loanId, loanId), isToEnd()))
    .orderBy(asc(mandates.id));
}

async function accountShown({ account, underWay }: Refund): Promise<string | null> {
  const id = underWay?.payoutAccountId ?? account?.id;
  if (!id) return null;
  const [found] = await db().select().from(payoutAccounts).where(eq(payoutAccounts.id, id));
  return found
    ? `${found.accountName ?? "nobody knows yet whom"}, ${bankNameOf(found.bankCode)} …${found.lastFour}`
    : null;
}
