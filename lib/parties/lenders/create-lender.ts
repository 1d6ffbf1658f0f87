import { db, transaction } from "@/db/client";
import { lenderProducts, lenders } from "@/db/schema/lenders";
import type { Environment } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import type { Kobo } from "@/lib/kernel/money";
import type { RealTime } from "@/lib/kernel/time";
import type { LenderLimits } from "@/lib/terms/lender-limits";
import type { Licence } from "@/lib/terms/licences";
import type { LenderProduct } from "./product";

type Product = Pick<
  LenderProduct,
  "riskTier" | "tenorDays" | "lowestDeductionBasisPoints" | "highestDeductionBasisPoints" | "rateBasisPoints"
> &
  Partial<Pick<LenderProduct, "defaultAfterDays" | "recoversFromSales">>;

export async function createLender(input: {
  environment: Environment;
  name: string;
  minimumPrincipal: Kobo;
  maximumPrincipal: Kobo;
  minimumDeduction: Kobo;
  limits?: LenderLimits;
  licences?: Licence[];
  workMail?: string | null;
  products: readonly Product[];
  realNow: RealTime;
}): Promise<string> {
  const { products, realNow, ...lender } = input;
  const id = newId("lender");
  await transaction(async () => {
    await db()
      .insert(lenders)
      .values({ id, ...lender, createdAt: realNow });
    await db()
      .insert(lenderProducts)
      .values(products.map((product) => ({ lenderId: id, ...product })));
  });
  return id;
}
