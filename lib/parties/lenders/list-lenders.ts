import { and, asc, eq, ilike, inArray, isNotNull, isNull, or } from "drizzle-orm";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows, requireNeighbour } from "@/db/page";
import { lenderProducts, lenders } from "@/db/schema/lenders";
import type { Environment } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";
import { fromKobo, inNaira, zero } from "@/lib/kernel/money";
import type { RealTime } from "@/lib/kernel/time";
import { type LentTier, shownLimits, type Usage } from "@/lib/terms/lender-limits";
import { activeRailsOf, type ShownRail } from "./rails/queries";
import { readUsage } from "./read-usage";
import type { LenderAnswer } from "./schema";

type Wanted = Page & {
  environment?: Environment | undefined;
  archived?: "true" | "false" | undefined;
  q?: string | undefined;
};

export async function listLenders(query: Wanted, now: RealTime): Promise<{ data: LenderAnswer[]; hasMore: boolean }> {
  const { environment, archived, q } = query;
  const wanted = and(
    environment && eq(lenders.environment, environment),
    q === undefined ? undefined : or(eq(lenders.id, q), ilike(lenders.name, `%${q.replace(/[\\%_]/g, "\\$&")}%`)),
    archived === "true" ? isNotNull(lenders.archivedAt) : isNull(lenders.archivedAt),
    onPage(lenders.id, query),
  );
  await requireNeighbour(lenders.id, query);
  const found = await db()
    .select()
    .from(lenders)
    .where(wanted)
    .orderBy(pageOrder(lenders.id, query))
    .limit(pageRows(query));
  const { rows, hasMore } = pageOf(found, query);
  return { data: await completed(rows, now), hasMore };
}

export async function readLender(lenderId: string, now: RealTime): Promise<LenderAnswer> {
  const [lender] = await completed(await db().select().from(lenders).where(eq(lenders.id, lenderId)), now);
  if (!lender) throw notFound("lender");
  return lender;
}
readLender.errors = ["NOT_FOUND"] as const;

type Row = typeof lenders.$inferSelect;

async function completed(rows: readonly Row[], now: RealTime): Promise<LenderAnswer[]> {
  const { lenderId, tenorDays, riskTier } = lenderProducts;
  const ids = rows.map(({ id }) => id);
  const products = await db()
    .select()
    .from(lenderProducts)
    .where(inArray(lenderId, ids))
    .orderBy(asc(tenorDays), asc(riskTier));
  const usage = await readUsage(ids, now);
  const active = await activeRailsOf(ids);
  return rows.map(
    ({ id, environment, name, limits, licences, workMail, createdAt, pausedAt, archivedAt, ...amounts }) => ({
      id,
      environment,
      name,
      ...inNaira(amounts),
      products: products.filter((product) => product.lenderId === id).map(toProduct),
      limits: shownLimits(limits),
      used: shownUsage(usage.get(id)),
      licences,
      workMail,
      rail: shownRail(active.get(id)),
      createdAt: createdAt.toISOString(),
      pausedAt: pausedAt?.toISOString() ?? null,
      archivedAt: archivedAt?.toISOString() ?? null,
    }),
  );
}

function shownRail(rail: ShownRail | undefined): LenderAnswer["rail"] {
  if (!rail?.activatedAt) return null;
  const { kind, integration, domain, keyEnd, dayLimit, activatedAt } = rail;
  const limit = dayLimit === null ? null : fromKobo(dayLimit);
  return { kind, integration, domain, keyEnd, dayLimit: limit, since: activatedAt.toISOString() };
}

function shownUsage(usage: Usage | undefined): LenderAnswer["used"] {
  const inTier = (tier: LentTier) => fromKobo(usage?.perTier.get(tier) ?? zero);
  const shops = [...(usage?.perMarketplace ?? [])].filter(([, amount]) => amount > 0).sort(([, a], [, b]) => b - a);
  return {
    facility: fromKobo(usage?.facility ?? zero),
    perMarketplace: shops.map(([marketplaceId, amount]) => ({ marketplaceId, amount: fromKobo(amount) })),
    perTier: { A: inTier("A"), B: inTier("B"), C: inTier("C"), D: inTier("D") },
    perMonth: fromKobo(usage?.perMonth ?? zero),
  };
}

function toProduct(product: typeof lenderProducts.$inferSelect): LenderAnswer["products"][number] {
  const { riskTier, tenorDays, defaultAfterDays, recoversFromSales } = product;
  return {
    riskTier,
    tenorDays,
    lowestDeduction: product.lowestDeductionBasisPoints / 100,
    highestDeduction: product.highestDeductionBasisPoints / 100,
    ratePer30Days: product.rateBasisPoints / 100,
    defaultAfterDays,
    recoversFromSales,
  };
}
