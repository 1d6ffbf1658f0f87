import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { lenderProducts } from "@/db/schema/lenders";
import { toKobo } from "@/lib/money";
import type { LenderInput } from "./schema";

const basisPoints = (percent: number) => Math.round(percent * 100);

/** The columns of a lender as an operator writes it. */
export function lenderColumns(input: LenderInput) {
  const { name, minimumPrincipal, maximumPrincipal, minimumDeduction } = input;
  return {
    name,
    minimumPrincipal: toKobo(minimumPrincipal),
    maximumPrincipal: toKobo(maximumPrincipal),
    minimumDeduction: toKobo(minimumDeduction),
  };
}

/** The products of a lender as an operator writes it, one for each tier and tenor. */
export function productsOf({ tenors, products }: LenderInput) {
  return products.flatMap(({ riskTier, lowestDeduction, highestDeduction, ratePer30Days, defaultAfterDays }) =>
    tenors.map((tenorDays) => ({
      riskTier,
      tenorDays,
      lowestDeductionBasisPoints: basisPoints(lowestDeduction),
      highestDeductionBasisPoints: basisPoints(highestDeduction),
      rateBasisPoints: basisPoints(ratePer30Days),
      defaultAfterDays,
    })),
  );
}

/** Replaces a lender's whole product table, in the caller's transaction. Loans keep the terms they were made on. */
export async function replaceProducts(lenderId: string, input: LenderInput): Promise<void> {
  await db().delete(lenderProducts).where(eq(lenderProducts.lenderId, lenderId));
  await db()
    .insert(lenderProducts)
    .values(productsOf(input).map((product) => ({ lenderId, ...product })));
}
