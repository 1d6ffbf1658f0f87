import { eq, inArray, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { matchesRef } from "@/db/merchant-ref";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { onlyMerchantIn, type Reach } from "@/lib/reach";
import { mostMerchants } from "./constants";
import { merchantsLike } from "./merchant-list";

/** What a search by names comes to that is too little to go by: more than `mostMerchants` have it. */
export const tooMany = "too many merchants";

/** The condition that rows belong to the merchant with this id here or at its marketplace; null when nobody has it. */
export async function ofMerchant(merchantId: PgColumn, reach: Reach, ref: string): Promise<SQL | null> {
  const [row] = await db()
    .select({ id: merchants.id })
    .from(merchants)
    .where(inReach(merchants, reach, matchesRef(ref)));
  return row ? eq(merchantId, row.id) : null;
}

/** The same for what somebody looks for: an id, or parts of a name. */
export async function ofMerchantLike(
  merchantId: PgColumn,
  reach: Reach,
  q: string,
): Promise<SQL | typeof tooMany | null> {
  const one = await ofMerchant(merchantId, reach, q);
  if (one) return one;
  const only = onlyMerchantIn(reach);
  const named = await merchantsLike(reach.tenant, q, mostMerchants);
  if (!named) return only === null ? tooMany : null;
  const found = named.filter((id) => only === null || id === only);
  return found.length > 0 ? inArray(merchantId, found) : null;
}

/** Conditions that hold together, those not asked for left out; null or `tooMany` when one of them is. */
export function allOf(conditions: readonly (SQL | typeof tooMany | null | undefined)[]): SQL[] | typeof tooMany | null {
  if (conditions.includes(null)) return null;
  if (conditions.includes(tooMany)) return tooMany;
  return conditions.flatMap((condition) => (condition && condition !== tooMany ? condition : []));
}
