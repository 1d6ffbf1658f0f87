import { eq, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { matchesRef } from "@/db/merchant-ref";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import type { Reach } from "@/lib/kernel/reach";
import { wordsOf } from "./merchants-named";

/** What an address names: conditions that rows have to hold together, and words in the names of their merchants. */
export type Named = { those: SQL[]; words: readonly string[] };

/** The condition that rows belong to the merchant with this id here or at its marketplace; null when nobody has it. */
export async function ofMerchant(merchantId: PgColumn, reach: Reach, ref: string): Promise<SQL | null> {
  const [row] = await db()
    .select({ id: merchants.id })
    .from(merchants)
    .where(inReach(merchants, reach, matchesRef(ref)));
  return row ? eq(merchantId, row.id) : null;
}

/**
 * The rows of one merchant, of what somebody looks for, or of both together: a merchant's id, or words of a name. Null
 * when no merchant has that id.
 * @param known the one row, by its condition, whose id or reference is looked for.
 */
export async function namedBy(
  merchantId: PgColumn,
  reach: Reach,
  { merchant, q }: { merchant?: string | undefined; q?: string | undefined },
  known?: SQL,
): Promise<Named | null> {
  const those = known ? [known] : [];
  if (merchant !== undefined) {
    const its = await ofMerchant(merchantId, reach, merchant);
    if (!its) return null;
    those.push(its);
  }
  if (known || q === undefined) return { those, words: [] };
  const its = await ofMerchant(merchantId, reach, q);
  return its ? { those: [...those, its], words: [] } : { those, words: wordsOf(q) };
}
