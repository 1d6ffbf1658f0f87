import { eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { loans } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { isId } from "@/lib/kernel/ids";
import type { Reach } from "@/lib/kernel/reach";
import { findRows, usualEffort } from "./find-rows";
import type { FundingListQuery } from "./funding-list-schema";
import { wordsOf } from "./merchants-named";
import type { Named } from "./of-merchant";
import { ordered, row, type Walk } from "./walk-tenant";

/**
 * A page of funding requests, newest first. What is searched for is a request's or a merchant's id, or merchants.
 */
export async function listFunding(reach: Reach, query: FundingListQuery & { limit: number }, effort = usualEffort) {
  const walk = fundingWalk(reach, query);
  const { id, merchantId, status, failureReason, amountRequested, tenorDays, purpose, createdAt, decidedAt } =
    fundingRequests;
  const read = (chosen: SQL) =>
    db()
      .select({
        ...{ id, merchantId, status, failureReason, amountRequested, tenorDays, purpose, createdAt, decidedAt },
        businessName: merchants.businessName,
        loanId: loans.id,
      })
      .from(fundingRequests)
      .innerJoin(merchants, eq(merchants.id, merchantId))
      .leftJoin(loans, eq(loans.fundingRequestId, id))
      .where(inReach(fundingRequests, reach, chosen))
      .orderBy(walk.order);
  return findRows(reach, query, { walk, named: namedBy(query), read }, effort);
}
export type ListedFunding = Awaited<ReturnType<typeof listFunding>>["rows"][number];

function namedBy({ q }: FundingListQuery): Named {
  if (q && isId("fundingRequest", q)) return { those: [eq(fundingRequests.id, q)], words: [] };
  if (q && isId("merchant", q)) return { those: [eq(fundingRequests.merchantId, q)], words: [] };
  return { those: [], words: wordsOf(q) };
}

/**
 * Along the index of the reason, of the state, or of all requests of the tenant. They are ordered by the business clock,
 * which their ids do not tell, and cut by that of a neighbour in reach.
 */
export function fundingWalk(within: Reach, query: FundingListQuery): Walk {
  const { status, reason, from, to, startingAfter, endingBefore } = query;
  const { marketplaceId, environment } = within.tenant;
  const { failureReason, createdAt, id } = fundingRequests;
  const [filter, value] = reason ? [failureReason, reason] : status ? [fundingRequests.status, status] : [];
  const columns = [fundingRequests.marketplaceId, fundingRequests.environment, filter ?? [], createdAt, id].flat();
  const at = (moment: SQL, one: string) => row([marketplaceId, environment, value ?? [], moment, one].flat());
  const neighbour = (one: string) => {
    const n = alias(fundingRequests, "n");
    const there = db().select({ at: n.createdAt }).from(n);
    return at(sql`${there.where(inReach(n, within, eq(n.id, one)))}`, one);
  };
  const bounds = [
    sql`${row(columns)} > ${at(from ? startOf(from) : sql`'-infinity'`, "")}`,
    sql`${row(columns)} < ${at(to ? sql`${startOf(to)} + interval '1 day'` : sql`'infinity'`, "")}`,
    ...(startingAfter ? [sql`${row(columns)} < ${neighbour(startingAfter)}`] : []),
    ...(endingBefore ? [sql`${row(columns)} > ${neighbour(endingBefore)}`] : []),
    // Said once more: the index has only those with a reason, which no comparison of rows implies.
    ...(reason ? [eq(failureReason, reason)] : []),
  ];
  const direction = endingBefore ? "asc" : "desc";
  return {
    table: fundingRequests,
    ranges: [sql.join(bounds, sql` and `)],
    along: ordered(columns, direction),
    order: ordered([createdAt, id], direction),
    rest: reason && status && eq(fundingRequests.status, status),
  };
}

/** When a day begins in Lagos, an hour ahead of UTC all year. */
function startOf(day: string): SQL {
  return sql`${`${day}T00:00:00+01:00`}::timestamptz`;
}
