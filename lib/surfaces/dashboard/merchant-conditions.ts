import { type SQL, sql } from "drizzle-orm";
import { type MerchantListQuery, nothing } from "./merchant-list-schema";

type Filters = Pick<MerchantListQuery, "loans" | "tier" | "kyc" | "connection">;

// These three expressions stand in indexes, word for word: `merchants_search`, `kyc_records_shown`, `loans_shown`.

/** What a merchant is searched by. The spaces make a beginning of a word something that trigrams can find. */
function searchText(m: SQL): SQL {
  return sql`(' ' || ${m}.business_name || ' ' || coalesce(${m}.third_party_customer_id, ''))`;
}

const shownKyc = sql`case when status = 'IN_REVIEW' then 'SUBMITTED' else status end`;
const shownLoan = sql`case when status in ('ACCEPTED', 'PAYOUT_HELD', 'DISBURSING') then 'APPROVED' else status end`;

/** Rows to look through, and what is left to ask of each: the filter that chose the rows needs no second look. */
type Way = { rows: SQL; filter: string | null; rest: Filters };

/** What to walk along: the index of the filter that usually finds fewest, or all merchants. */
export function wayThrough(filters: Filters): Way {
  const { loans, tier, kyc, connection } = filters;
  const rows = (filter: SQL, table: SQL) =>
    sql`select marketplace_id, environment, ${filter} as filter, merchant_id from ${table}`;
  if (loans && loans !== nothing)
    return { rows: rows(shownLoan, sql`loans`), filter: loans, rest: { ...filters, loans: undefined } };
  // All that were ever of the tier: whether a merchant still is remains to be asked.
  if (tier && tier !== nothing) return { rows: rows(sql`risk_tier`, sql`scores`), filter: tier, rest: filters };
  if (kyc) return { rows: rows(shownKyc, sql`kyc_records`), filter: kyc, rest: { ...filters, kyc: undefined } };
  if (connection)
    return {
      rows: rows(sql`status`, sql`connections`),
      filter: connection,
      rest: { ...filters, connection: undefined },
    };
  return {
    rows: sql`select marketplace_id, environment, id as merchant_id from merchants`,
    filter: null,
    rest: filters,
  };
}

/**
 * Whether a merchant, given by an expression for its id, is what the filters and words ask for, and not archived. Each question is a
 * subquery for one value, which is asked of one merchant after another: of an `exists` the planner may make a join with the whole table.
 */
export function isListed(id: SQL, filters: Filters, words: readonly string[]): SQL {
  const { loans, tier, kyc, connection } = filters;
  const conditions: SQL[] = [sql`(select archived_at is null from merchants where id = ${id})`];
  const some = (table: SQL, condition: SQL) => sql`(select true from ${table} where ${condition} limit 1)`;
  const having = (table: SQL, column: SQL, value: string) =>
    some(table, sql`merchant_id = ${id} and ${column} = ${value}`);
  if (words.length > 0) conditions.push(isNamed(id, words));
  if (loans === nothing) conditions.push(sql`${some(sql`loans`, sql`merchant_id = ${id}`)} is null`);
  else if (loans) conditions.push(having(sql`loans`, shownLoan, loans));
  if (kyc) conditions.push(having(sql`kyc_records`, shownKyc, kyc));
  if (connection) conditions.push(having(sql`connections`, sql`status`, connection));
  if (tier) conditions.push(sql`${tierNow(id)} is not distinct from ${tier === nothing ? null : tier}`);
  return sql.join(conditions, sql` and `);
}

/** Whether a merchant, given by an expression for its id, has all these words, of which there is one at least. */
export function isNamed(id: SQL, words: readonly string[]): SQL {
  const matching = words.map((word) => contains(sql`m`, word));
  return sql`(select true from merchants m where m.id = ${id} and ${sql.join(matching, sql` and `)})`;
}

/** The tier of the newest data; none while the merchant is disconnected, as in its status. */
function tierNow(id: SQL): SQL {
  return sql`(select s.risk_tier from scores s join connections c using (merchant_id)
    where s.merchant_id = ${id} and c.status <> 'DISCONNECTED' order by s.submitted_at desc, s.submission_id desc limit 1)`;
}

/** Whether a word is part of what a merchant is searched by: of one or two letters, the beginning of one of its words. */
export function contains(m: SQL, word: string): SQL {
  const escaped = word.replace(/[\\%_]/g, "\\$&");
  return sql`${searchText(m)} ilike ${word.length < 3 ? `% ${escaped}%` : `%${escaped}%`}`;
}
