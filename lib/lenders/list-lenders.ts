import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows, requireNeighbour } from "@/db/page";
import { lenderProducts, lenders } from "@/db/schema/lenders";
import type { Environment } from "@/lib/actor";
import { notFound } from "@/lib/errors";
import { inNaira } from "@/lib/money";
import type { LenderAnswer } from "./schema";

type Wanted = Page & { environment?: Environment | undefined; archived?: "true" | "false" | undefined };

/** A page of lenders with their product tables, newest first: those that lend, or those that are archived. */
export async function listLenders(query: Wanted): Promise<{ data: LenderAnswer[]; hasMore: boolean }> {
  const { environment, archived } = query;
  const wanted = and(
    environment && eq(lenders.environment, environment),
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
  return { data: await withProducts(rows), hasMore };
}

/** One lender, also one that is archived. @throws CodedError NOT_FOUND */
export async function readLender(lenderId: string): Promise<LenderAnswer> {
  const [lender] = await withProducts(await db().select().from(lenders).where(eq(lenders.id, lenderId)));
  if (!lender) throw notFound("lender");
  return lender;
}

type Row = typeof lenders.$inferSelect;

async function withProducts(rows: readonly Row[]): Promise<LenderAnswer[]> {
  const { lenderId, tenorDays, riskTier } = lenderProducts;
  const ids = rows.map(({ id }) => id);
  const products = await db()
    .select()
    .from(lenderProducts)
    .where(inArray(lenderId, ids))
    .orderBy(asc(tenorDays), asc(riskTier));
  return rows.map(({ id, environment, name, createdAt, archivedAt, ...limits }) => ({
    id,
    environment,
    name,
    ...inNaira(limits),
    products: products.filter((product) => product.lenderId === id).map(toProduct),
    createdAt: createdAt.toISOString(),
    archivedAt: archivedAt?.toISOString() ?? null,
  }));
}

function toProduct(product: typeof lenderProducts.$inferSelect): LenderAnswer["products"][number] {
  const { riskTier, tenorDays, defaultAfterDays } = product;
  return {
    riskTier,
    tenorDays,
    lowestDeduction: product.lowestDeductionBasisPoints / 100,
    highestDeduction: product.highestDeductionBasisPoints / 100,
    ratePer30Days: product.rateBasisPoints / 100,
    defaultAfterDays,
  };
}
