import { and, eq, isNull, max } from "drizzle-orm";
import { db } from "@/db/client";
import { lenderProducts, lenders } from "@/db/schema/lenders";
import type { Environment } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";
import type { Kobo } from "@/lib/kernel/money";
import type { LenderLimits } from "@/lib/terms/lender-limits";
import type { RiskTier } from "@/lib/terms/scoring/constants";
import type { LenderProduct } from "./product";
import { mayLend } from "./rails/queries";

export async function findLender(lenderId: string): Promise<typeof lenders.$inferSelect | undefined> {
  const [lender] = await db().select().from(lenders).where(eq(lenders.id, lenderId));
  return lender;
}

/** @throws CodedError NOT_FOUND */
export async function environmentOfLender(lenderId: string): Promise<Environment> {
  const lender = await findLender(lenderId);
  if (!lender) throw notFound("lender");
  return lender.environment;
}

export async function listLenderProducts(
  environment: Environment,
  riskTier: RiskTier,
  now: Date,
  tenorDays?: number,
): Promise<(LenderProduct & { limits: LenderLimits })[]> {
  return db()
    .select({
      lenderId: lenders.id,
      name: lenders.name,
      riskTier: lenderProducts.riskTier,
      tenorDays: lenderProducts.tenorDays,
      lowestDeductionBasisPoints: lenderProducts.lowestDeductionBasisPoints,
      highestDeductionBasisPoints: lenderProducts.highestDeductionBasisPoints,
      rateBasisPoints: lenderProducts.rateBasisPoints,
      minimumPrincipal: lenders.minimumPrincipal,
      maximumPrincipal: lenders.maximumPrincipal,
      minimumDeduction: lenders.minimumDeduction,
      limits: lenders.limits,
      defaultAfterDays: lenderProducts.defaultAfterDays,
      recoversFromSales: lenderProducts.recoversFromSales,
    })
    .from(lenders)
    .innerJoin(lenderProducts, eq(lenderProducts.lenderId, lenders.id))
    .where(
      and(
        eq(lenders.environment, environment),
        isNull(lenders.archivedAt),
        isNull(lenders.pausedAt),
        mayLend(now),
        eq(lenderProducts.riskTier, riskTier),
        tenorDays === undefined ? undefined : eq(lenderProducts.tenorDays, tenorDays),
      ),
    );
}

/** Whether anybody would make an offer in this environment. */
export async function somebodyLends(environment: Environment, now: Date): Promise<boolean> {
  const able = and(eq(lenders.environment, environment), isNull(lenders.archivedAt), isNull(lenders.pausedAt));
  const [found] = await db()
    .select({ id: lenders.id })
    .from(lenders)
    .where(and(able, mayLend(now)))
    .limit(1);
  return found !== undefined;
}

export async function largestPrincipal(environment: Environment): Promise<Kobo | null> {
  const [row] = await db()
    .select({ largest: max(lenders.maximumPrincipal) })
    .from(lenders)
    .where(and(eq(lenders.environment, environment), isNull(lenders.archivedAt)));
  return row?.largest ?? null;
}
