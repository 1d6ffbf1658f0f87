import { and, eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { lenderProducts } from "@/db/schema/lenders";
import type { OperatorCall } from "@/lib/kernel/call";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { lockLender } from "./lock-lender";
import { productColumns } from "./save-products";
import type { LenderTable } from "./schema";

type Product = LenderTable["products"][number];
type Key = Pick<Product, "riskTier"> & { tenorDays: number };
type Call<Input> = OperatorCall<{ lenderId: string; input: Input }>;

const ofKey = (lenderId: string, { riskTier, tenorDays }: Key) =>
  and(
    eq(lenderProducts.lenderId, lenderId),
    eq(lenderProducts.riskTier, riskTier),
    eq(lenderProducts.tenorDays, tenorDays),
  );

/** One row of a lender's table, new or instead of the one of its tier and tenor; loans and open offers keep their terms. */
export async function saveProduct(call: Call<Product>): Promise<void> {
  const { lenderId, input } = call;
  await changing(call, async () => {
    const before = await db().delete(lenderProducts).where(ofKey(lenderId, input)).returning();
    const rows = productColumns([input]).map((product) => ({ lenderId, ...product }));
    await db().insert(lenderProducts).values(rows);
    return `${written(before[0])} -> ${written(rows[0])}`;
  });
}

/** The last row stays: a lender that shall offer nothing is paused. */
export async function removeProduct(call: Call<Key>): Promise<void> {
  const { lenderId, input } = call;
  await changing(call, async () => {
    const removed = await db().delete(lenderProducts).where(ofKey(lenderId, input)).returning();
    if (removed.length === 0) throw notFound("product");
    if ((await db().$count(lenderProducts, eq(lenderProducts.lenderId, lenderId))) > 0)
      return `${written(removed[0])} -> none`;
    throw new CodedError("STILL_IN_USE", "A lender has at least one product. To stop new offers, pause the lender.");
  });
}

async function changing(
  { operator, lenderId, input, realNow }: Call<Key>,
  change: () => Promise<string>,
): Promise<void> {
  await transaction(async () => {
    const { name, archivedAt } = await lockLender(lenderId);
    if (archivedAt) throw new CodedError("ARCHIVED", "This lender is archived: it stays as it is.");
    const detail = { name, product: `${input.riskTier}, ${input.tenorDays} days`, changed: await change() };
    await recordServiceAudit({ operator, action: "lender.change-product", detail, subjectId: lenderId, realNow });
  });
}

/** In basis points, for the audit log. */
function written(row: Omit<typeof lenderProducts.$inferInsert, "lenderId"> | undefined): string {
  if (!row) return "none";
  const { lowestDeductionBasisPoints: lowest, highestDeductionBasisPoints: highest, rateBasisPoints: rate } = row;
  return `${lowest} to ${highest}, rate ${rate}, default after ${row.defaultAfterDays}, recovers ${row.recoversFromSales}`;
}
