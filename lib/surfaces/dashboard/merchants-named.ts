import { type SQL, sql } from "drizzle-orm";
import type { Tenant } from "@/lib/kernel/actor";

// Both expressions stand in the index `merchants_search` (db/schema/merchants.ts), word for word.
const owner = (m: SQL) => sql`(${m}.marketplace_id || ':' || ${m}.environment)`;
/** The spaces make a beginning of a word something that trigrams can find. */
const searched = (m: SQL) => sql`(' ' || ${m}.business_name || ' ' || coalesce(${m}.third_party_customer_id, ''))`;

/** Up to four words: more do not narrow a search for a name. */
export function wordsOf(q: string | undefined): string[] {
  return q?.split(/\s+/).filter(Boolean).slice(0, 4) ?? [];
}

/** The ids of a tenant's merchants that have all these words, of which there is one at least, or this e-mail address. */
export function merchantsNamed({ marketplaceId, environment }: Tenant, words: readonly string[]): SQL {
  const named = sql`select m.id as merchant_id from merchants m
    where ${owner(sql`m`)} = ${`${marketplaceId}:${environment}`} and ${containsAll(words)}`;
  const addressed = isAddress(words);
  if (!addressed) return named;
  return sql`${named} union all select m.id from merchants m
    where m.marketplace_id = ${marketplaceId} and m.environment = ${environment} and ${addressed}`;
}

/** Whether a merchant, given by an expression for its id, has all these words, or this e-mail address. */
export function isNamed(id: SQL, words: readonly string[]): SQL {
  const either = [containsAll(words), isAddress(words)].filter((one) => one !== null);
  return sql`(select true from merchants m where m.id = ${id} and (${sql.join(either, sql` or `)}))`;
}

function containsAll(words: readonly string[]): SQL {
  const matching = words.map((word) => contains(sql`m`, word));
  return sql.join(matching, sql` and `);
}

/** Of an e-mail address, all of it: whoever may look for parts of what no page shows could put it together. */
function isAddress([word = "", ...more]: readonly string[]): SQL | null {
  return word.includes("@") && more.length === 0 ? sql`lower(m.email) = ${word.toLowerCase()}` : null;
}

export function contains(m: SQL, word: string): SQL {
  return sql`${searched(m)} ilike ${patternOf(word)}`;
}

/** Of one or two letters: the beginning of a word there. */
export function patternOf(word: string): string {
  const escaped = word.replace(/[\\%_]/g, "\\$&");
  return word.length < 3 ? `% ${escaped}%` : `%${escaped}%`;
}
