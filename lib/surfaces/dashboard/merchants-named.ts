import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { db, transaction } from "@/db/client";
import { rowsOf } from "@/db/rows";
import type { Tenant } from "@/lib/kernel/actor";
import { contains } from "./merchant-conditions";
import { chooseMerchants } from "./merchant-walk";

/** Up to four words: more do not narrow a search for a name. */
export function wordsOf(q: string | undefined): string[] {
  return q?.split(/\s+/).filter(Boolean).slice(0, 4) ?? [];
}

/**
 * The merchants of a tenant that have all these words, in no order, from the index of trigrams; null where more than
 * `most` are found, or the index knows nothing of the words.
 */
export async function merchantsNamed(tenant: Tenant, words: readonly string[], most: number): Promise<string[] | null> {
  // A number is in few names. With the rest of its word, "customer-" say, the index would intersect what all have.
  const numbers = words.flatMap((word) => word.match(/\d{3,}/g) ?? []);
  if (numbers.length > 0 && numbers.join(" ") !== words.join(" ")) {
    const some = await fromIndex(tenant, numbers, most);
    if (some) return (await chooseMerchants(tenant, { query: {}, words, rows: most }, some)).ids;
  }
  return words.some(hasTrigrams) ? fromIndex(tenant, words, most) : null;
}

/** Whether the index knows anything of a word. Letters beyond ASCII count for nothing in a database without a locale. */
function hasTrigrams(word: string): boolean {
  return word.length < 3 ? /^[a-z0-9]/i.test(word) : /[a-z0-9]{3}/i.test(word);
}

const idRow = z.strictObject({ id: z.string() });

async function fromIndex(tenant: Tenant, words: readonly string[], most: number): Promise<string[] | null> {
  return transaction(async () => {
    // For a common word the planner would read the whole table, merchants of other marketplaces and all.
    await db().execute(sql`set local enable_seqscan = off`);
    const rows = await rowsOf(idRow)`${idsNamed(tenant, words)} limit ${most + 1}`;
    return rows.length > most ? null : rows.map(({ id }) => id);
  });
}

export function idsNamed({ marketplaceId, environment }: Tenant, words: readonly string[]): SQL {
  const matching = words.map((word) => contains(sql`m`, word));
  return sql`select m.id from merchants m
    where m.marketplace_id || ':' || m.environment = ${`${marketplaceId}:${environment}`}
      and ${sql.join(matching, sql` and `)}`;
}
