import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { pageOf } from "@/db/page";
import { koboValue, rowsOf, timestamp } from "@/db/rows";
import type { Tenant } from "@/lib/actor";
import { failureReasons, fundingStatuses, purposes, tenors } from "@/lib/funding/constants";
import { isId } from "@/lib/ids";
import { mostMerchants } from "./constants";
import type { FundingListQuery } from "./funding-list-schema";
import { merchantsLike } from "./merchant-list";

const listedRow = z.strictObject({
  id: z.string(),
  merchantId: z.string(),
  businessName: z.string(),
  status: z.enum(fundingStatuses),
  failureReason: z.enum(failureReasons).nullable(),
  amountRequested: koboValue,
  tenorDays: z.literal(tenors),
  purpose: z.enum(purposes),
  createdAt: timestamp,
  decidedAt: timestamp.nullable(),
  loanId: z.string().nullable(),
});

/**
 * A page of a tenant's funding requests, newest first.
 * @returns `tooMany` when the search is for so many merchants that nothing was looked up.
 */
export async function listFunding(tenant: Tenant, query: FundingListQuery & { limit: number }) {
  const requests = query.q === undefined ? sql`funding_requests` : await searchedBy(tenant, query.q);
  if (!requests) return { requests: [], hasMore: false, tooMany: true };
  const { range, order } = pageAlong(tenant, query);
  const rows = await rowsOf(listedRow)`
    select r.id, r.merchant_id as "merchantId", m.business_name as "businessName", r.status,
      r.failure_reason as "failureReason", r.amount_requested::float8 as "amountRequested", r.tenor_days as "tenorDays",
      r.purpose, r.created_at as "createdAt", r.decided_at as "decidedAt", l.id as "loanId"
    from ${requests} r
    join merchants m on m.id = r.merchant_id
    left join loans l on l.funding_request_id = r.id
    where ${range}
    ${order} limit ${query.limit + 1}`;
  const page = pageOf(rows, query);
  return { requests: page.rows.map(listedOf), hasMore: page.hasMore, tooMany: false };
}
export type ListedFunding = Awaited<ReturnType<typeof listFunding>>["requests"][number];

function listedOf({ createdAt, decidedAt, ...row }: z.input<typeof listedRow>) {
  return { ...row, createdAt: new Date(createdAt), decidedAt: decidedAt === null ? null : new Date(decidedAt) };
}

/** The requests that a search is for, read before they are put in order; null when it is for too many merchants. */
async function searchedBy(tenant: Tenant, q: string): Promise<SQL | null> {
  if (isId("fundingRequest", q)) return sql`(select * from funding_requests where id = ${q} offset 0)`;
  const merchants = isId("merchant", q) ? [q] : await merchantsLike(tenant, q, mostMerchants);
  const ids = sql.param(merchants);
  return merchants && sql`(select * from funding_requests where merchant_id = any(${ids}::text[]) offset 0)`;
}

/**
 * A page's range and order in the index of the reason, of the state, or of all requests of the tenant. They are ordered by
 * the business clock, which their ids do not tell; whole rows are compared, so that no other index will do.
 */
export function pageAlong({ marketplaceId, environment }: Tenant, query: FundingListQuery) {
  const { status, reason, from, to, startingAfter, endingBefore } = query;
  const filter = reason ?? status;
  const names = [
    ...["r.marketplace_id", "r.environment"],
    ...(filter ? [reason ? "r.failure_reason" : "r.status"] : []),
    ...["r.created_at", "r.id"],
  ];
  const columns = sql.raw(`(${names.join(", ")})`);
  const at = (moment: SQL, id: string) =>
    sql`(${marketplaceId}, ${environment}, ${filter ? sql`${filter}, ` : sql``}${moment}, ${id})`;
  const neighbour = (id: string) =>
    at(
      sql`(select created_at from funding_requests
        where marketplace_id = ${marketplaceId} and environment = ${environment} and id = ${id})`,
      id,
    );
  const bounds = [
    sql`${columns} > ${at(from ? startOf(from) : sql`'-infinity'`, "")}`,
    sql`${columns} < ${at(to ? sql`${startOf(to)} + interval '1 day'` : sql`'infinity'`, "")}`,
    ...(startingAfter ? [sql`${columns} < ${neighbour(startingAfter)}`] : []),
    ...(endingBefore ? [sql`${columns} > ${neighbour(endingBefore)}`] : []),
    ...(status ? [sql`r.status = ${status}`] : []),
    // Said once more: the index has only those with a reason, which no comparison of rows implies.
    ...(reason ? [sql`r.failure_reason = ${reason}`] : []),
  ];
  const way = endingBefore ? "asc" : "desc";
  return {
    range: sql.join(bounds, sql` and `),
    order: sql.raw(`order by ${names.map((name) => `${name} ${way}`).join(", ")}`),
  };
}

/** When a day begins in Lagos, an hour ahead of UTC all year. */
function startOf(day: string): SQL {
  return sql`${`${day}T00:00:00+01:00`}::timestamptz`;
}
