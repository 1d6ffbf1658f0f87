import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { rowsOf } from "@/db/rows";
import type { Tenant } from "@/lib/kernel/actor";
import { isListed, wayThrough } from "./merchant-conditions";
import type { MerchantListQuery } from "./merchant-list-schema";

/** The merchants to find: those that pass the filters and have all these words, on this page, at most so many. */
export type Wanted = { query: MerchantListQuery; words: readonly string[]; rows: number };

/**
 * What a look through merchants found: ids in the order of the page, and where it stopped looking; null when it has
 * filled the page or there are no more to look at.
 */
export type Looked = { ids: string[]; until: string | null };

const idRow = z.strictObject({ id: z.string() });

/** Every merchant's id lies between these, whatever the collation. */
const beforeAll = "mer";
const beyondAll = "mes";

/**
 * Looks through a tenant's merchants in the order of the page, along the index of one of the filters or of all merchants,
 * at no more than `most` rows, however few of them are wanted.
 */
export async function walkMerchants(tenant: Tenant, wanted: Wanted, most: number): Promise<Looked> {
  const { query, words, rows } = wanted;
  const { stretch, order, rest } = stretchOf(tenant, query, most);
  const found = await rowsOf(idRow)`
    select merchant_id as id from (
      select *, lag(merchant_id) over (${order}) as previous from (${stretch}) stretch
    ) looked
    where previous is distinct from merchant_id and ${isListed(sql`looked.merchant_id`, rest, words)}
    ${order} limit ${rows}`;
  const ids = found.map(({ id }) => id);
  if (ids.length === rows) return { ids, until: null };
  const [last] = await rowsOf(idRow)`select merchant_id as id from (${stretch}) stretch offset ${most - 1}`;
  return { ids, until: last?.id ?? null };
}

/**
 * The rows to look at, in an order of tenant, filter and merchant. Whole rows are compared, for only the index that is
 * meant has their order: by the merchant alone, the planner may walk through the rows of every marketplace.
 */
export function stretchOf({ marketplaceId, environment }: Tenant, query: MerchantListQuery, most: number) {
  const { startingAfter = beyondAll, endingBefore } = query;
  const { rows, filter, rest } = wayThrough(query);
  const names = ["marketplace_id", "environment", ...(filter === null ? [] : ["filter"]), "merchant_id"];
  const columns = sql.raw(`(${names.join(", ")})`);
  const at = (id: string) =>
    sql`(${marketplaceId}, ${environment}, ${filter === null ? sql`` : sql`${filter}, `}${id})`;
  const between = (low: string, high: string): SQL => sql`${columns} > ${at(low)} and ${columns} < ${at(high)}`;
  const range = endingBefore ? between(endingBefore, beyondAll) : between(beforeAll, startingAfter);
  const order = sql.raw(`order by ${names.map((name) => `${name} ${endingBefore ? "asc" : "desc"}`).join(", ")}`);
  return { stretch: sql`select * from (${rows}) way where ${range} ${order} limit ${most}`, order, rest };
}

/** Of the merchants with these ids, those that are wanted, in the order of the page. */
export async function chooseMerchants(tenant: Tenant, wanted: Wanted, among: readonly string[]): Promise<Looked> {
  const { query, words, rows } = wanted;
  const { startingAfter = beyondAll, endingBefore } = query;
  const way = sql.raw(endingBefore ? "asc" : "desc");
  const found = await rowsOf(idRow)`
    select given.id from (
      select * from unnest(${sql.param(among)}::text[]) given(id)
      where ${endingBefore ? sql`given.id > ${endingBefore}` : sql`given.id < ${startingAfter}`} order by id ${way} offset 0
    ) given
    where (select true from merchants m where m.id = given.id and m.marketplace_id = ${tenant.marketplaceId}
        and m.environment = ${tenant.environment})
      and ${isListed(sql`given.id`, query, words)}
    order by given.id ${way} limit ${rows}`;
  return { ids: found.map(({ id }) => id), until: null };
}
