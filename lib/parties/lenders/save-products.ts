import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { lenderProducts } from "@/db/schema/lenders";
import { toKobo } from "@/lib/kernel/money";
import { limitsOf } from "@/lib/terms/lender-limits";
import type { LenderInput, LenderTable } from "./schema";

const basisPoints = (percent: number) => Math.round(percent * 100);

export function lenderColumns(input: Omit<LenderTable, "environment" | "products">) {
  const { name, limits, licences, workMail, minimumPrincipal, maximumPrincipal, minimumDeduction } = input;
  return {
    name,
    minimumPrincipal: toKobo(minimumPrincipal),
    maximumPrincipal: toKobo(maximumPrincipal),
    minimumDeduction: toKobo(minimumDeduction),
    limits: limitsOf(limits),
    licences: licences ?? [],
    workMail: workMail || null,
  };
}

export function tableOf({ tenors, products, ...rest }: LenderInput): LenderTable {
  return { ...rest, products: products.flatMap((one) => tenors.map((tenorDays) => ({ ...one, tenorDays }))) };
}

export function productColumns(products: LenderTable["products"]) {
  return products.map(({ lowestDeduction, highestDeduction, ratePer30Days, ...product }) => ({
    ...product,
    lowestDeductionBasisPoints: basisPoints(lowestDeduction),
    highestDeductionBasisPoints: basisPoints(highestDeduction),
    rateBasisPoints: basisPoints(ratePer30Days),
  }));
}

export async function replaceProducts(lenderId: string, products: LenderTable["products"]): Promise<void> {
  await db().delete(lenderProducts).where(eq(lenderProducts.lenderId, lenderId));
  await db()
    .insert(lenderProducts)
    .values(productColumns(products).map((product) => ({ lenderId, ...product })));
}
