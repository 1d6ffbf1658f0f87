import { type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { Claim } from "@/db/due";
import type { Environment, Tenant } from "@/lib/actor";
import { later, second } from "@/lib/clock";
import { failingReceiverCap, receiverCap } from "./constants";

/**
 * How long a claimed delivery is its worker's alone: an exchange takes at most 10 s, so a row still leased after this
 * belongs to a worker that died.
 */
export const leaseMs = 30 * second;

/** A delivery to make now, and whose it is: the lane, for counting what is under way. */
type ClaimedDelivery = { id: string; lane: string };

type Options = {
  /** How many deliveries the caller has under way, by lane. */
  inFlight?: ReadonlyMap<string, number>;
  /** Only this tenant's. */
  tenant?: Tenant;
  /** Leaves retries to their time (the sandbox runs first deliveries early). */
  firstAttemptsOnly?: boolean;
};

/** The lane of a tenant's endpoint. */
export function receiverLane(tenant: { marketplaceId: string; environment: Environment }): string {
  return `${tenant.marketplaceId}/${tenant.environment}`;
}

/**
 * Claims deliveries that are due, for this worker alone until the lease ends. Fair between receivers: every endpoint
 * with something due gets an equal share of the claim, and none more than its cap less what is under way for it already,
 * so that a receiver that hangs fills its own places and nobody else's. What one leaves of its share goes to the others:
 * fewer than `limit` means that nothing more can be claimed now.
 */
export async function claimDueDeliveries(limit: number, now: Date, options: Options = {}): Promise<ClaimedDelivery[]> {
  const inFlight = new Map(options.inFlight);
  const claimed: ClaimedDelivery[] = [];
  while (true) {
    const rows = await claimShares(limit - claimed.length, now, { ...options, inFlight });
    const taken = new Map<string, number>();
    for (const row of rows) {
      const lane = receiverLane({ marketplaceId: row.marketplace_id, environment: row.environment });
      claimed.push({ id: row.id, lane });
      taken.set(lane, (taken.get(lane) ?? 0) + 1);
    }
    // Only an endpoint that used up its share and has room left can have more to give.
    const mayHaveMore = rows.some(
      (row) => row.places < row.room && row.places === taken.get(`${row.marketplace_id}/${row.environment}`),
    );
    if (claimed.length >= limit || !mayHaveMore) return claimed;
    for (const [lane, count] of taken) inFlight.set(lane, (inFlight.get(lane) ?? 0) + count);
  }
}

type Row = { id: string; marketplace_id: string; environment: Environment; room: number; places: number };

async function claimShares(limit: number, now: Date, options: Options): Promise<Row[]> {
  const rows = await db().execute<Row>(sql`
    with ${pick(limit, now, options, sql`for update skip locked`)}
    update deliveries d set leased_until = ${moment(later(now, leaseMs))}
    from picked p where d.id = p.id
    returning d.id, d.marketplace_id, d.environment, p.room, p.places`);
  return [...rows];
}

/** Deliveries that could be claimed now, shared out as fairly, without claiming them. */
export async function peekDueDeliveries(limit: number, now: Date): Promise<{ id: string; marketplaceId: string }[]> {
  const rows = await db().execute<{ id: string; marketplaceId: string }>(sql`
    with ${pick(limit, now, {}, sql``)} select id, marketplace_id as "marketplaceId" from picked`);
  return [...rows];
}

/** Whether a tenant has deliveries that are due, in a worker's hands or not, at an endpoint that is enabled. */
export async function hasDueDeliveries(
  tenant: Tenant,
  now: Date,
  options: { firstAttemptsOnly?: boolean } = {},
): Promise<boolean> {
  const rows = await db().execute(sql`
    select 1 from webhook_endpoints e join deliveries d using (marketplace_id, environment)
    where e.marketplace_id = ${tenant.marketplaceId} and e.environment = ${tenant.environment} and e.status = 'ENABLED'
      and d.due_at <= ${moment(now)} ${options.firstAttemptsOnly ? sql`and d.attempts = 0` : sql``}
    limit 1`);
  return rows.length > 0;
}

/** Claims one delivery; when it cannot be had now, says when it may be (never, while its endpoint is disabled). */
export async function claimDelivery(id: string, now: Date): Promise<Claim> {
  const at = moment(now);
  const claimed = await db().execute(sql`
    update deliveries d set leased_until = ${moment(later(now, leaseMs))}
    from webhook_endpoints e
    where d.id = ${id} and d.due_at <= ${at} and (d.leased_until is null or d.leased_until <= ${at})
      and e.marketplace_id = d.marketplace_id and e.environment = d.environment and e.status = 'ENABLED'
    returning d.id`);
  if (claimed.length > 0) return { taken: true };
  const [row] = await db().execute<{ again: string }>(sql`
    select greatest(d.due_at, d.leased_until) as again
    from deliveries d join webhook_endpoints e using (marketplace_id, environment)
    where d.id = ${id} and d.due_at is not null and e.status = 'ENABLED'`);
  return { taken: false, again: row ? new Date(row.again) : null };
}

/** The common part: which rows, at most how many of each endpoint. Ends with the table `picked`. */
function pick(limit: number, now: Date, options: Options, lock: SQL): SQL {
  const { tenant } = options;
  const at = moment(now);
  const inFlight = JSON.stringify([...(options.inFlight ?? [])].map(([lane, count]) => ({ lane, count })));
  const claimable = sql`
    d.marketplace_id = e.marketplace_id and d.environment = e.environment and d.due_at <= ${at}
    and (d.leased_until is null or d.leased_until <= ${at})
    ${options.firstAttemptsOnly ? sql`and d.attempts = 0` : sql``}`;
  // `limit 1` keeps the planner probing the index once an endpoint, where a join would read every backlog. The random
  // order gives each its turn when there are more endpoints than places.
  return sql`
    places as materialized (
      select e.marketplace_id, e.environment, e.status,
        case when e.failing_since is null then ${receiverCap}::int else ${failingReceiverCap}::int end
          - coalesce(f.count, 0) as room
      from webhook_endpoints e
      left join jsonb_to_recordset(${inFlight}::jsonb) as f(lane text, count int)
        on f.lane = e.marketplace_id || '/' || e.environment
      where e.status = 'ENABLED'
        ${tenant ? sql`and e.marketplace_id = ${tenant.marketplaceId} and e.environment = ${tenant.environment}` : sql``}
    ),
    ready as materialized (
      select e.* from places e
      cross join lateral (select 1 from deliveries d where ${claimable} limit 1) any_due
      where e.room > 0
      order by random()
      limit ${limit}
    ),
    share as (select ceil(${limit}::numeric / greatest(count(*), 1))::int as places from ready),
    picked as materialized (
      select d.id, e.marketplace_id, e.room, share.places
      from ready e
      cross join share
      cross join lateral (
        select d.id from deliveries d where ${claimable}
        order by d.due_at
        limit least(e.room, share.places) ${lock}
      ) d
      limit ${limit}
    )`;
}

function moment(date: Date): SQL {
  return sql`${date.toISOString()}::timestamptz`;
}
