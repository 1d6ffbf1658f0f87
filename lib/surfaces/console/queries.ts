import { and, asc, eq, inArray, isNotNull, isNull, like, ne, or, type SQL } from "drizzle-orm";
import { businessName } from "@/db/business-name";
import { db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { lenderProducts, lenders } from "@/db/schema/lenders";
import { loans, payouts } from "@/db/schema/loans";
import { goLiveRequests, marketplaces } from "@/db/schema/marketplaces";
import { connections, merchants } from "@/db/schema/merchants";
import { payments } from "@/db/schema/payments";
import { breaks } from "@/db/schema/settlements";
import { users } from "@/db/schema/users";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import { merchantNames } from "@/lib/merchants/merchants/merchant-names";
import { type KycStatus, reviewableFrom } from "@/lib/terms/kyc/states";

/** What an operator acts on, found by its own id in whichever marketplace it is, with the names to show first. */
export type MarketplaceSubject = Awaited<ReturnType<typeof selectMarketplaces>>[number];
export type MerchantSubject = {
  tenant: Tenant;
  marketplace: string;
  merchantId: string;
  thirdPartyCustomerId: string | null;
  businessName: string;
  connectionStatus: string;
  kycStatus: KycStatus;
  kycSubmittedAt: Date | null;
};

export async function hasOperator(): Promise<boolean> {
  const found = await db().select({ id: users.id }).from(users).where(eq(users.kind, "operator")).limit(1);
  return found.length > 0;
}

export async function listMarketplaces(): Promise<MarketplaceSubject[]> {
  return selectMarketplaces().orderBy(marketplaces.id);
}

function selectMarketplaces() {
  const { id, name, liveAt, suspendedAt } = marketplaces;
  const { requestedAt: askedAt, status } = goLiveRequests;
  const waiting = and(eq(goLiveRequests.marketplaceId, id), eq(status, "REQUESTED"));
  return db().select({ id, name, liveAt, suspendedAt, askedAt }).from(marketplaces).leftJoin(goLiveRequests, waiting);
}

export async function findMarketplaceSubject(marketplaceId: string): Promise<MarketplaceSubject> {
  const [row] = await selectMarketplaces().where(eq(marketplaces.id, marketplaceId));
  if (!row) throw notFound("marketplace");
  return row;
}

export async function findMerchantSubject(merchantId: string): Promise<MerchantSubject> {
  const [found] = await selectSubjects(eq(merchants.id, merchantId));
  if (!found) throw notFound("merchant");
  return found;
}

/** Merchants whose KYC waits for review, the longest waiting first. */
export async function listWaitingKyc(): Promise<MerchantSubject[]> {
  return selectSubjects(inArray(kycRecords.status, reviewableFrom.APPROVED));
}

const loanColumns = {
  id: loans.id,
  reference: loans.reference,
  status: loans.status,
  principal: loans.principal,
  disbursedAt: loans.disbursedAt,
  completedAt: loans.completedAt,
  writtenOffAt: loans.writtenOffAt,
  merchantId: loans.merchantId,
};
export type LoanSubject = Awaited<ReturnType<typeof findLoanSubject>>;

/** @param name the loan's id, or the reference that people know it by. */
export async function findLoanSubject(name: string) {
  const [loan] = await db()
    .select(loanColumns)
    .from(loans)
    .where(or(eq(loans.id, name), eq(loans.reference, name)));
  if (!loan) throw notFound("loan");
  return { loan, merchant: await findMerchantSubject(loan.merchantId) };
}

export type CollectionBreak = Awaited<ReturnType<typeof listCollectionBreaks>>[number];

/** The breaks about a loan's collection that wait for an answer or a decision. @param loanId of a loan found above */
export async function listCollectionBreaks(loanId: string) {
  const { id, type, status, subject } = breaks;
  return db()
    .select({ id, type, status, subject })
    .from(breaks)
    .where(and(eq(breaks.loanId, loanId), ne(status, "RESOLVED"), like(subject, "collection:%")))
    .orderBy(asc(id));
}

export type WaitingPayout = Awaited<ReturnType<typeof listWaitingPayouts>>[number];

/** Payouts under way at a provider, and whatever of them waits for a person, the longest first. */
export async function listWaitingPayouts() {
  const { reference, createdAt, amount, waitsFor, waitsBecause: because } = payouts;
  return db()
    .select({ reference, createdAt, amount, waitsFor, because, loan: loans.reference })
    .from(payouts)
    .innerJoin(loans, eq(loans.id, payouts.loanId))
    .where(and(isNotNull(payouts.railId), or(eq(payouts.status, "PENDING"), eq(payouts.waitsFor, "PERSON"))))
    .orderBy(asc(payouts.createdAt));
}

/** Debits that a provider is being asked for, the longest first. */
export async function listWaitingDebits() {
  const { reference, orderedAt, amount, waitsBecause: because } = payments;
  return db()
    .select({ reference, createdAt: orderedAt, amount, because, loan: loans.reference })
    .from(payments)
    .innerJoin(loans, eq(loans.id, payments.loanId))
    .where(and(isNotNull(payments.railId), eq(payments.status, "PENDING")))
    .orderBy(asc(orderedAt));
}

async function selectSubjects(where: SQL): Promise<MerchantSubject[]> {
  const rows = await db()
    .select({
      marketplaceId: merchants.marketplaceId,
      environment: merchants.environment,
      marketplace: marketplaces.name,
      merchantId: merchants.id,
      thirdPartyCustomerId: merchants.thirdPartyCustomerId,
      businessName,
      connectionStatus: connections.status,
      kycStatus: kycRecords.status,
      kycSubmittedAt: kycRecords.submittedAt,
    })
    .from(merchants)
    .innerJoin(marketplaces, eq(marketplaces.id, merchants.marketplaceId))
    .innerJoin(connections, eq(connections.merchantId, merchants.id))
    .innerJoin(kycRecords, eq(kycRecords.merchantId, merchants.id))
    .where(where)
    .orderBy(asc(kycRecords.submittedAt), asc(merchants.id));
  return rows.map(({ marketplaceId, environment, ...subject }) => ({
    tenant: tenantOf({ marketplaceId, environment }),
    ...subject,
  }));
}

export async function listLenders() {
  const { id, name, environment, pausedAt } = lenders;
  return db()
    .select({ id, name, environment, pausedAt })
    .from(lenders)
    .where(isNull(lenders.archivedAt))
    .orderBy(asc(environment), asc(id));
}

/** A lender with its products; its row is locked on demand, in the caller's transaction. */
export async function findLenderSubject(lenderId: string, { lock = false } = {}) {
  const one = db()
    .select()
    .from(lenders)
    .where(and(eq(lenders.id, lenderId), isNull(lenders.archivedAt)));
  const [lender] = await (lock ? one.for("update") : one);
  if (!lender) throw notFound("lender");
  const products = await db().select().from(lenderProducts).where(eq(lenderProducts.lenderId, lenderId));
  return { ...lender, products };
}

/** The names that a merchant and its directors are known by, as a line. */
export async function knownNames(reach: Reach, merchantId: string): Promise<string> {
  const names = await merchantNames(reach, merchantId);
  return `Known names  ${[...new Set(names)].join(", ")}`;
}
