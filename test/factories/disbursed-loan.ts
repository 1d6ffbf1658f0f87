import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { loanWatches } from "@/db/schema/loan-watches";
import { loanInstallments, loans } from "@/db/schema/loans";
import { inReach, ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { addDays, day, later } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { kobo, zero } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { bookJournal } from "@/lib/loans/ledger/book";
import { bookOf, type LoanRecord, loadLoans } from "@/lib/loans/loans/load-loans";
import type { Tenor } from "@/lib/terms/funding/constants";
import { schedule } from "@/lib/terms/loans/schedule";
import type { LoanState } from "@/lib/terms/loans/states";
import { now } from "@/test/time";
import { lenderOf } from "./lender";

/** Whose loan it is, in what order of size, and when the money went out. Kobo. */
export type DisbursedLoanTerms = {
  merchantId: string;
  principal?: number;
  interest?: number;
  tenorDays?: Tenor;
  /** Thirty days ago unless given. */
  disbursedAt?: BusinessTime;
};

/** The loan made here unless told otherwise, in kobo: 100,000 naira for 90 days at 9 percent, in three instalments. */
export const usualLoan = { principal: 10_000_000, interest: 900_000, due: 10_900_000, tenorDays: 90 } as const;

/**
 * A loan that is out, with its schedule and the journals of its disbursement, as the verbs leave it, but in a handful of
 * statements: for tests that need thousands of them.
 */
export async function disbursedLoan(tenant: Tenant, terms: DisbursedLoanTerms): Promise<LoanRecord> {
  const { disbursedAt = later(now(), -30 * day) } = terms;
  const loanId = await insertLoan(tenant, terms, "ACTIVE", disbursedAt);
  await db()
    .insert(loanWatches)
    .values({ id: loanId, ...ownedBy(tenant), watchedUntil: disbursedAt });
  const [loan] = await loadLoans(everyMerchantOf(tenant), eq(loans.id, loanId));
  if (!loan) throw new Error("The loan was not inserted.");
  const fact = { tenant, occurredAt: disbursedAt, now: disbursedAt };
  const before = { ...bookOf(loan), disbursed: false, interest: zero };
  const lent = await bookJournal({ ...fact, before, change: { disbursed: true }, type: "DISBURSEMENT" });
  const book = await bookJournal({ ...fact, before: lent, change: { interest: loan.interest }, type: "INTEREST" });
  return { ...loan, journalNumber: book.journalNumber };
}

/** A loan that never was disbursed: an offer, or one that was called off. */
export async function undisbursedLoan(
  tenant: Tenant,
  terms: DisbursedLoanTerms,
  status: LoanState,
): Promise<LoanRecord> {
  const loanId = await insertLoan(tenant, terms, status, null);
  return reloadLoan(tenant, loanId);
}

/** A loan as it is stored now. */
export async function reloadLoan(tenant: Tenant, loanId: string): Promise<LoanRecord> {
  const [loan] = await loadLoans(everyMerchantOf(tenant), eq(loans.id, loanId));
  if (!loan) throw new Error(`There is no loan ${loanId}.`);
  return loan;
}

/** Changes a loan's row past all verbs, for tests of what follows from its being so. */
export async function setLoan(
  tenant: Tenant,
  loanId: string,
  change: Partial<Omit<typeof loans.$inferInsert, "marketplaceId" | "environment">>,
): Promise<void> {
  await db()
    .update(loans)
    .set(change)
    .where(inReach(loans, everyMerchantOf(tenant), eq(loans.id, loanId)));
}

async function insertLoan(
  tenant: Tenant,
  terms: DisbursedLoanTerms,
  status: LoanState,
  disbursedAt: BusinessTime | null,
): Promise<string> {
  const { merchantId, tenorDays, ...amounts } = { ...usualLoan, ...terms };
  const principal = kobo(amounts.principal);
  const interest = kobo(amounts.interest);
  const startedAt = disbursedAt ?? now();
  const startDate = startedAt.toISOString().slice(0, 10);
  const common = { ...ownedBy(tenant), merchantId, tenorDays };
  const fundingRequestId = newId("fundingRequest");
  const loanId = newId("loan");
  await db()
    .insert(fundingRequests)
    .values({
      ...common,
      id: fundingRequestId,
      amountRequested: principal,
      purpose: "Working capital",
      financingTimeframeDays: 7,
      status: "FULFILLED",
      createdAt: startedAt,
      decidedAt: startedAt,
    });
  await db()
    .insert(loans)
    .values({
      ...common,
      id: loanId,
      reference: `LN-${loanId.slice(-12).toUpperCase()}`,
      fundingRequestId,
      lenderId: await lenderOf(tenant),
      status,
      principal,
      interestPartsPerMillion: Math.round((interest / principal) * 1_000_000),
      interest,
      deductionBasisPoints: 1_000,
      minimumDeduction: kobo(10_000),
      startDate,
      dueDate: addDays(startDate, tenorDays),
      approvedAt: startedAt,
      offerExpiresAt: later(startedAt, 30 * day),
      acceptedAt: disbursedAt,
      disbursedAt,
      cancelledAt: status === "CANCELLED" ? startedAt : null,
      cancelReason: status === "CANCELLED" ? "DECLINED" : null,
    });
  await db()
    .insert(loanInstallments)
    .values(schedule({ principal, interest }, tenorDays, startDate).map((installment) => ({ loanId, ...installment })));
  return loanId;
}
