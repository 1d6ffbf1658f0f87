import { and, eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { lenderProducts } from "@/db/schema/lenders";
import type { Operator } from "@/lib/kernel/actor";
import { CodedError, notFound } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { lockLender } from "./lock-lender";
import { productColumns } from "./save-products";
import type { LenderTable } from "./schema";

type Product = LenderTable["products"][number];
type Key = Pick<Product, "riskTier"> & { tenorDays: number };
type Call<Input> = { operator: Operator; lenderId: string; input: Input; realNow: RealTime };

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
    await db().delete(lenderProducts).where(ofKey(lenderId, input));
    await db()
      .insert(lenderProducts)
      .values(productColumns([input]).map((product) => ({ lenderId, ...product })));
  });
}

/** The last row stays: a lender that shall offer nothing is paused. */
export async function removeProduct(call: Call<Key>): Promise<void> {
  const { lenderId, input } = call;
  await changing(call, async () => {
    const removed = await db().delete(lenderProducts).where(ofKey(lenderId, input)).returning();
    if (removed.length === 0) throw notFound("product");
    if ((await db().$count(lenderProducts, eq(lenderProducts.lenderId, lenderId))) > 0) return;
    throw new CodedError("STILL_IN_USE", "A lender has at least one product. To stop new offers, pause the lender.");
  });
}

async function changing({ operator, lenderId, input, realNow }: Call<Key>, change: () => Promise<void>): Promise<void> {
  await transaction(async () => {
    const { name, archivedAt } = await lockLender(lenderId);
    if (archivedAt) throw new CodedError("ARCHIVED", "This lender is archived: it stays as it is.");
    await change();
    const detail = { name, product: `${input.riskTier}, ${input.tenorDays} days` };
    await recordServiceAudit({ operator, action: "lender.change-product", detail, subjectId: lenderId, realNow });
  });
}
