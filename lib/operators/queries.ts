import { asc, eq, isNull, or, type SQL } from "drizzle-orm";
import { db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { lenderProducts, lenders } from "@/db/schema/lenders";
import { loans, payoutAccounts, payouts } from "@/db/schema/loans";
import { marketplaces } from "@/db/schema/marketplaces";
import { connections, merchants } from "@/db/schema/merchants";
import { type Tenant, tenantOf } from "@/lib/actor";
import { notFound } from "@/lib/errors";
import { type LenderInput, lenderInput } from "@/lib/lenders/schema";
import { fromKobo } from "@/lib/money";

/** What an operator acts on, found by its own id in whichever marketplace it is, with the names to show first. */
export type MarketplaceSubject = { id: string; name: string; liveAt: Date | null };
export type MerchantSubject = {
  tenant: Tenant;
  marketplace: string;
  merchantId: string;
  thirdPartyCustomerId: string | null;
  businessName: string;
  connectionStatus: string;
  kycStatus: string;
};

export async function listMarketplaces(): Promise<MarketplaceSubject[]> {
  const { id, name, liveAt } = marketplaces;
  return db().select({ id, name, liveAt }).from(marketplaces).orderBy(marketplaces.id);
}

/** @throws CodedError NOT_FOUND */
export async function findMarketplaceSubject(marketplaceId: string): Promise<MarketplaceSubject> {
  const { id, name, liveAt } = marketplaces;
  const [row] = await db().select({ id, name, liveAt }).from(marketplaces).where(eq(id, marketplaceId));
  if (!row) throw notFound("marketplace");
  return row;
}

/** @throws CodedError NOT_FOUND */
export async function findMerchantSubject(merchantId: string): Promise<MerchantSubject> {
  return findSubject(eq(merchants.id, merchantId), "merchant");
}

/** @param name the loan's id, or the reference that people know it by. @throws CodedError NOT_FOUND */
export async function findLoanSubject(name: string) {
  const [loan] = await db()
    .select({
      id: loans.id,
      reference: loans.reference,
      status: loans.status,
      principal: loans.principal,
      merchantId: loans.merchantId,
    })
    .from(loans)
    .where(or(eq(loans.id, name), eq(loans.reference, name)));
  if (!loan) throw notFound("loan");
  return { loan, merchant: await findMerchantSubject(loan.merchantId) };
}

/** Payouts that wait for an operator, the longest held first. */
export async function listHeldPayouts() {
  const held = await db()
    .select({
      loanId: loans.id,
      reference: loans.reference,
      merchantId: loans.merchantId,
      accountName: payoutAccounts.accountName,
      lastFour: payoutAccounts.lastFour,
      createdAt: payouts.createdAt,
    })
    .from(payouts)
    .innerJoin(loans, eq(loans.id, payouts.loanId))
    .innerJoin(payoutAccounts, eq(payoutAccounts.id, payouts.payoutAccountId))
    .where(eq(payouts.status, "HELD"))
    .orderBy(asc(payouts.createdAt));
  return Promise.all(held.map(async (one) => ({ ...one, merchant: await findMerchantSubject(one.merchantId) })));
}

async function findSubject(where: SQL, what: string): Promise<MerchantSubject> {
  const [row] = await db()
    .select({
      marketplaceId: merchants.marketplaceId,
      environment: merchants.environment,
      marketplace: marketplaces.name,
      merchantId: merchants.id,
      thirdPartyCustomerId: merchants.thirdPartyCustomerId,
      businessName: merchants.businessName,
      connectionStatus: connections.status,
      kycStatus: kycRecords.status,
    })
    .from(merchants)
    .innerJoin(marketplaces, eq(marketplaces.id, merchants.marketplaceId))
    .innerJoin(connections, eq(connections.merchantId, merchants.id))
    .innerJoin(kycRecords, eq(kycRecords.merchantId, merchants.id))
    .where(where);
  if (!row) throw notFound(what);
  const { marketplaceId, environment, ...subject } = row;
  return { tenant: tenantOf({ marketplaceId, environment }), ...subject };
}

export async function listLenders() {
  const { id, name, environment } = lenders;
  return db()
    .select({ id, name, environment })
    .from(lenders)
    .where(isNull(lenders.archivedAt))
    .orderBy(asc(environment), asc(id));
}

/**
 * A lender as an operator writes it. Where its products differ by tenor, which a file cannot say, those of the first
 * tenor stand for all.
 * @throws CodedError NOT_FOUND
 */
export async function findLenderSubject(lenderId: string): Promise<{ id: string; input: LenderInput }> {
  const [lender] = await db().select().from(lenders).where(eq(lenders.id, lenderId));
  if (!lender) throw notFound("lender");
  const rows = await db()
    .select()
    .from(lenderProducts)
    .where(eq(lenderProducts.lenderId, lenderId))
    .orderBy(asc(lenderProducts.tenorDays), asc(lenderProducts.riskTier));
  const [first] = rows;
  const input = lenderInput.parse({
    environment: lender.environment,
    name: lender.name,
    minimumPrincipal: fromKobo(lender.minimumPrincipal),
    maximumPrincipal: fromKobo(lender.maximumPrincipal),
    minimumDeduction: fromKobo(lender.minimumDeduction),
    tenors: [...new Set(rows.map(({ tenorDays }) => tenorDays))],
    products: rows
      .filter(({ tenorDays }) => tenorDays === first?.tenorDays)
      .map((product) => ({
        riskTier: product.riskTier,
        lowestDeduction: product.lowestDeductionBasisPoints / 100,
        highestDeduction: product.highestDeductionBasisPoints / 100,
        ratePer30Days: product.rateBasisPoints / 100,
        defaultAfterDays: product.defaultAfterDays,
      })),
  });
  return { id: lender.id, input };
}
