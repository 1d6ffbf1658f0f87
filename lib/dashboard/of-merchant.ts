import { eq, inArray, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { matchesRef } from "@/db/merchant-ref";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { onlyMerchantIn, type Reach } from "@/lib/reach";
import { merchantsLike } from "./merchant-list";

/** Merchants whose rows a search may gather; one that finds more has to say more. */
const mostMerchants = 100;

/** The condition that rows belong to the merchant with this id here or at its marketplace; null when nobody has it. */
export async function ofMerchant(merchantId: PgColumn, reach: Reach, ref: string): Promise<SQL | null> {
  const [row] = await db()
    .select({ id: merchants.id })
    .from(merchants)
    .where(inReach(merchants, reach, matchesRef(ref)));
  return row ? eq(merchantId, row.id) : null;
}

/** The same for what somebody looks for: an id, or parts of a name. Null also when that is too little to go by. */
export async function ofMerchantLike(merchantId: PgColumn, reach: Reach, q: string): Promise<SQL | null> {
  const named = await ofMerchant(merchantId, reach, q);
  if (named) return named;
  const only = onlyMerchantIn(reach);
  const found = (await merchantsLike(reach.tenant, q, mostMerchants))?.filter((id) => only === null || id === only);
  return found && found.length > 0 ? inArray(merchantId, found) : null;
}
