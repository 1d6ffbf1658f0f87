import { type SQL, sql } from "drizzle-orm";
import type { Tenant } from "@/lib/kernel/actor";

// Both expressions stand in the index `merchants_search` (db/schema/merchants.ts), word for word.
const owner = (m: SQL) => sql`(${m}.marketplace_id || ':' || ${m}.environment)`;
/** The spaces make a beginning of a word something that trigrams can find. */
const searched = (m: SQL) =>
  sql`(' ' || ${m}.business_name || ' ' || coalesce(${m}.third_party_customer_id, '') || ' ' || coalesce(${m}.email, ''))`;

/** Up to four words: more do not narrow a search for a name. */
export function wordsOf(q: string | undefined): string[] {
  return q?.split(/\s+/).filter(Boolean).slice(0, 4) ?? [];
}

/** The ids of a tenant's merchants that have all these words, of which there is one at least. */
export function merchantsNamed({ marketplaceId, environment }: Tenant, words: readonly string[]): SQL {
  return sql`select m.id as merchant_id from merchants m
    where ${owner(sql`m`)} = ${`${marketplaceId}:${environment}`} and ${containsAll(words)}`;
}

/** Whether a merchant, given by an expression for its id, has all these words. */
export function isNamed(id: SQL, words: readonly string[]): SQL {
  return sql`(select true from merchants m where m.id = ${id} and ${containsAll(words)})`;
}

function containsAll(words: readonly string[]): SQL {
  const matching = words.map((word) => contains(sql`m`, word));
  return sql.join(matching, sql` and `);
}

/**
 * Whether a word is part of a merchant's name, its id at the marketplace or its e-mail address: of one or two letters,
 * the beginning of a word there.
 */
export function contains(m: SQL, word: string): SQL {
  const escaped = word.replace(/[\\%_]/g, "\\$&");
  return sql`${searched(m)} ilike ${word.length < 3 ? `% ${escaped}%` : `%${escaped}%`}`;
}
