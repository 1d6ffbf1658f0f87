import { eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows } from "@/db/page";
import { rowsOf } from "@/db/rows";
import { formerRequestLog, loggedRequests, requestGaps } from "@/db/schema/requests";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { idAt } from "@/lib/kernel/ids";
import type { RealTime } from "@/lib/kernel/time";
import { everyClass, outcomes } from "@/lib/terms/request-log";

type Query = Page & {
  outcome?: keyof typeof outcomes | undefined;
  operation?: string | undefined;
  requestId?: string | undefined;
  /** Inclusive. */
  from?: RealTime | undefined;
  /** Exclusive. */
  to?: RealTime | undefined;
};

export type LoggedRequest = typeof loggedRequests.$inferSelect;

const logs = [loggedRequests, formerRequestLog];

/** Requests of the last 14 days, newest first. */
export async function listRequests(tenant: Tenant, query: Query): Promise<{ rows: LoggedRequest[]; hasMore: boolean }> {
  const { outcome, operation } = query;
  // The indexes have the class of the status before the id: a short read for each class, and the first of all of them.
  const classes = outcome ? outcomes[outcome] : operation ? everyClass : [undefined];
  const reads = logs.flatMap((log) => classes.map((one) => readRows(log, tenant, query, one)));
  const found = (await Promise.all(reads)).flat();
  const direction = query.endingBefore ? 1 : -1;
  const ordered = found.sort((one, other) => (one.id < other.id ? -direction : direction));
  return pageOf(ordered.slice(0, pageRows(query)), query);
}

function readRows(
  log: typeof loggedRequests,
  tenant: Tenant,
  query: Query,
  statusClass?: number,
): Promise<LoggedRequest[]> {
  const { operation, requestId, from, to } = query;
  return db()
    .select()
    .from(log)
    .where(
      inTenant(
        log,
        tenant,
        operation ? eq(log.operation, operation) : undefined,
        statusClass === undefined ? undefined : eq(log.statusClass, statusClass),
        requestId ? eq(log.requestId, requestId) : undefined,
        from && gte(log.id, idAt("loggedRequest", from)),
        to && lt(log.id, idAt("loggedRequest", to)),
        onPage(log.id, query),
      ),
    )
    .orderBy(pageOrder(log.id, query))
    .limit(pageRows(query));
}

const operationRow = z.strictObject({ operation: z.string() });

export async function listUsedOperations(tenant: Tenant): Promise<string[]> {
  const used = await Promise.all(logs.map((log) => readUsedOperations(log, tenant)));
  return [...new Set(used.flat())].sort();
}

async function readUsedOperations(log: typeof loggedRequests, { marketplaceId, environment }: Tenant) {
  const next = (after: SQL) => sql`(
    select operation from ${log}
    where marketplace_id = ${marketplaceId} and environment = ${environment} ${after}
    order by operation limit 1)`;
  // From one name to the next by the index: whatever was asked often is not read often.
  const rows = await rowsOf(operationRow)`
    with recursive used(operation) as (
      ${next(sql``)}
      union all
      select ${next(sql`and operation > used.operation`)} from used where used.operation is not null
    )
    select operation from used where operation is not null`;
  return rows.map(({ operation }) => operation);
}

/** How many requests between two moments, both included, were left out of the log. */
export async function countLeftOut(tenant: Tenant, from: RealTime, to: RealTime): Promise<number> {
  const [row] = await db()
    .select({ leftOut: sql<number>`coalesce(sum(${requestGaps.leftOut}), 0)::int` })
    .from(requestGaps)
    .where(inTenant(requestGaps, tenant, gte(requestGaps.at, from), sql`${requestGaps.at} <= ${to.toISOString()}`));
  return row?.leftOut ?? 0;
}
