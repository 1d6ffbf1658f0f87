import { db } from "@/db/client";
import { matchesRef } from "@/db/merchant-ref";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import type { Reach } from "@/lib/reach";

/** The merchant whose id here or at its marketplace this is; null when there is none in reach. */
export async function findMerchantId(reach: Reach, ref: string): Promise<string | null> {
  const [row] = await db()
    .select({ id: merchants.id })
    .from(merchants)
    .where(inReach(merchants, reach, matchesRef(ref)));
  return row?.id ?? null;
}
