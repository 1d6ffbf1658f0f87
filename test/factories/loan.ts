import { and, eq, like } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { agreements } from "@/db/schema/agreements";
import { fundingRequests } from "@/db/schema/funding";
import { loans, payoutAccounts, payouts } from "@/db/schema/loans";
import { events } from "@/db/schema/webhooks";
import { ownedBy } from "@/db/tenancy";
import type { Actor, Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { sha256 } from "@/lib/kernel/crypto";
import { newId } from "@/lib/kernel/ids";
import { kobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { activateMandate, askForMandate } from "@/lib/lending/transfers/mandates/activate-mandate";
import { orderMandate } from "@/lib/lending/transfers/mandates/prepare-mandate";
import { addPayout } from "@/lib/lending/transfers/payouts/order-payout";
import { savePayoutAccount } from "@/lib/lending/transfers/payouts/save-payout-account";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import { agreementContentOf } from "@/lib/loans/agreements/template";
import { approveLoan } from "@/lib/loans/loans/approve-loan";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { bankProvider } from "@/lib/platform/providers/bank";
import { mandateProvider } from "@/lib/platform/providers/mandate";
import type { Tenor } from "@/lib/terms/funding/constants";
import { now } from "@/test/time";
import { anyKeyFacts } from "./key-facts";
import { sandboxActor } from "./kyc";
import { lenderOf } from "./lender";

/** What a test may want of a loan. Money in kobo; interest in basis points of the principal. */
export type LoanWish = {
  principal?: number;
  tenorDays?: Tenor;
  interestBasisPoints?: number;
  minimumDeduction?: number;
  defaultAfterDays?: number;
  now?: BusinessTime;
};

type Made = { loanId: string; reference: string };

/** An account that the sandbox's bank pays to at once. */
export const anyAccount = { bankCode: "058", accountNumber: "0123456789" } as const;

/**
 * An approved loan, with the request it fulfils, of its tenant's lender: 100,000 naira for 90 days at 9 percent, 10 percent
 * of each sale and at least 100 naira a deduction, unless wished otherwise.
 */
export async function anyLoan(tenant: Tenant, merchantId: string, wish: LoanWish = {}): Promise<Made> {
  const { principal = 10_000_000, tenorDays = 90, interestBasisPoints = 900, now: at = now() } = wish;
  const lenderId = await lenderOf(tenant);
  const request = { id: newId("fundingRequest"), merchantId, amountRequested: kobo(principal) };
  await db()
    .insert(fundingRequests)
    .values({
      ...ownedBy(tenant),
      ...request,
      tenorDays,
      purpose: "Working capital",
      financingTimeframeDays: 7,
      status: "FULFILLED",
      createdAt: at,
      decidedAt: at,
    });
  const product = {
    lenderId,
    name: "Test Lender",
    riskTier: "A",
    tenorDays,
    lowestDeductionBasisPoints: 1_000,
    highestDeductionBasisPoints: 2_500,
    rateBasisPoints: interestBasisPoints,
    minimumPrincipal: kobo(100_000),
    maximumPrincipal: kobo(10_000_000_000),
    minimumDeduction: kobo(wish.minimumDeduction ?? 10_000),
    defaultAfterDays: wish.defaultAfterDays ?? 90,
    recoversFromSales: true,
  } as const;
  // Sales of which the lowest percentage repays it in just 30 days, so that the interest is the rate once.
  const assumedMonthlySales = kobo(Math.ceil((principal * (10_000 + interestBasisPoints)) / 1_000));
  const sales = { assumedMonthlySales, weakestRuns: null };
  const { loanId } = await approveLoan({ actor: sandboxActor(tenant), request, product, sales, now: at });
  const [row] = await db().select({ reference: loans.reference }).from(loans).where(eq(loans.id, loanId));
  return { loanId, reference: row?.reference ?? "" };
}

/** The same, accepted. Nothing is decided again, whatever the merchant. */
export async function acceptedLoan(tenant: Tenant, merchantId: string, wish: LoanWish = {}): Promise<Made> {
  const made = await anyLoan(tenant, merchantId, wish);
  const at = wish.now ?? now();
  await db().update(loans).set({ status: "ACCEPTED", acceptedAt: at }).where(eq(loans.id, made.loanId));
  await keepAgreement(tenant, merchantId, made.loanId, at);
  return made;
}

/** The same, with a payout account and an active mandate, its payout ordered and not sent: the bank counts as asked. */
export async function disbursingLoan(
  tenant: Tenant,
  merchantId: string,
  wish: LoanWish & { accountNumber?: string } = {},
): Promise<Made & { payoutId: string }> {
  const made = await acceptedLoan(tenant, merchantId, wish);
  const call = { actor: sandboxActor(tenant), loanId: made.loanId, now: wish.now ?? now() };
  const { accountNumber = anyAccount.accountNumber } = wish;
  const { id: payoutAccountId } = await savePayoutAccount({ ...call, input: { ...anyAccount, accountNumber } });
  await giveMandate(call);
  const amount = kobo(wish.principal ?? 10_000_000);
  const loan = await transaction(() => lockLoan(everyMerchantOf(tenant), made.loanId));
  const payout = { loan, purpose: "DISBURSEMENT", payoutAccountId, amount, now: call.now } as const;
  const payoutId = await addPayout({ ...payout, status: "PENDING", railId: null });
  await db().update(payouts).set({ askedAt: call.now }).where(eq(payouts.id, payoutId));
  await db().update(loans).set({ status: "DISBURSING", dueAt: null }).where(eq(loans.id, made.loanId));
  return { ...made, payoutId };
}

/** An agreement as acceptance keeps it, but of no pages: to lay them out would take longer than all else about a loan. */
async function keepAgreement(tenant: Tenant, merchantId: string, loanId: string, acceptedAt: BusinessTime) {
  const content = agreementContentOf(anyKeyFacts());
  const pdf = Buffer.from("%PDF-1.7");
  await db()
    .insert(agreements)
    .values({
      id: loanId,
      ...ownedBy(tenant),
      merchantId,
      templateVersion: content.templateVersion,
      content,
      pdf,
      sha256: sha256(pdf),
      acceptedAt,
      acceptedBy: "sandbox",
    });
}

/** An accepted loan whose payout is held, because the bank knows its account by another name. */
export async function heldLoan(tenant: Tenant, merchantId: string, wish: LoanWish = {}): Promise<Made> {
  const { payoutId, ...made } = await disbursingLoan(tenant, merchantId, { ...wish, accountNumber: "0123457777" });
  await db().update(payouts).set({ status: "HELD", askedAt: null, dueAt: null }).where(eq(payouts.id, payoutId));
  const until = later(wish.now ?? now(), 14 * day);
  const held = { status: "PAYOUT_HELD", payoutHeldUntil: until, dueAt: until } as const;
  await db().update(loans).set(held).where(eq(loans.id, made.loanId));
  return made;
}

/** The same, disbursed at `now`: ACTIVE, through the verbs that do it in earnest. */
export async function activeLoan(tenant: Tenant, merchantId: string, wish: LoanWish = {}): Promise<Made> {
  const at = wish.now ?? now();
  const { payoutId, loanId, reference } = await disbursingLoan(tenant, merchantId, { ...wish, now: at });
  // In live nobody is there to say whose account it is.
  const named = { accountName: "ADA FOODS", nameMatches: true, verifiedAt: at };
  if (tenant.environment === "live")
    await db().update(payoutAccounts).set(named).where(eq(payoutAccounts.merchantId, merchantId));
  await sendPayout(payoutId, at, bankProvider("test"));
  return { loanId, reference };
}

/** Has the mandate on a loan's account given, by the verbs that do it on the bank's page. */
export async function giveMandate(call: { actor: Actor; loanId: string; now: BusinessTime }) {
  const ordered = await orderMandate(call);
  const asked = await askForMandate(ordered, mandateProvider(call.actor.tenant.environment));
  return activateMandate({ ...call, asked });
}

/** What was told about a merchant's loans, oldest first: the bodies as they were sent. */
export async function toldOf(merchantId: string): Promise<Record<string, unknown>[]> {
  const rows = await db()
    .select({ body: events.body })
    .from(events)
    .where(and(eq(events.merchantId, merchantId), like(events.type, "loan.%")))
    .orderBy(events.sequence);
  return rows.map(({ body }) => JSON.parse(body));
}
