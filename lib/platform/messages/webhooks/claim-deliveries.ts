import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type ClaimedRow, clockSlack } from "@/db/due";
import { bigint, rowsOf, timestamp } from "@/db/rows";
import { clockAheadOf } from "@/db/tenancy";
import { environments, type Tenant } from "@/lib/kernel/actor";
import { later, second } from "@/lib/kernel/calendar";
import { laneOf } from "@/lib/kernel/lane";
import { type BusinessTime, businessTimeOf, type RealTime, realTimeOf } from "@/lib/kernel/time";
import { failingReceiverCap, receiverCap } from "@/lib/terms/outbound-webhooks";
import { keepClaimed } from "./claimed-deliveries";
import { claimedAhead } from "./receiver-places";

/** An exchange takes at most 10 s, so a row still leased after this belongs to a worker that died. */
export const leaseMs = 30 * second;

type Options = {
  inFlight?: ReadonlyMap<string, number>;
  tenant?: Tenant;
  /** Leaves retries to their time (the sandbox runs first deliveries early). */
  firstAttemptsOnly?: boolean;
};

/**
 * Claims due deliveries for this worker until the lease ends. Every endpoint with due deliveries gets an equal share of
 * the claim, up to its cap less what is claimed already, here or elsewhere, so that a receiver that hangs does not
 * block the others. A receiver that answers quickly may have as many again in hand here (`claimedAhead`), while no
 * other process has any of it. Unused shares go to other endpoints: fewer than `limit` means that nothing more can be
 * claimed now.
 */
export async function claimDueDeliveries(
  limit: number,
  realNow: RealTime,
  options: Options = {},
): Promise<ClaimedRow[]> {
  const inFlight = new Map(options.inFlight);
  const claimed: ClaimedRow[] = [];
  while (true) {
    const rows = await claimShares(limit - claimed.length, realNow, { ...options, inFlight });
    const taken = new Map<string, number>();
    for (const row of rows) {
      const lane = laneOfRow(row);
      keep(row, realNow);
      claimed.push({ id: row.id, lane, clockAhead: Number(row.ahead) });
      taken.set(lane, (taken.get(lane) ?? 0) + 1);
    }
    // Only an endpoint that used up its share and has room left can have more to give.
    const mayHaveMore = rows.some((row) => row.places < row.room && row.places === taken.get(laneOfRow(row)));
    if (claimed.length >= limit || !mayHaveMore) return claimed;
    for (const [lane, count] of taken) inFlight.set(lane, (inFlight.get(lane) ?? 0) + count);
  }
}

const workColumns = {
  id: z.string(),
  marketplace_id: z.string(),
  environment: z.enum(environments),
  ahead: bigint,
  attempts: z.int(),
  event_id: z.string(),
  body: z.string(),
  url: z.string(),
  secret: z.string(),
  previous_secret: z.string().nullable(),
  previous_until: timestamp.nullable(),
  failing_since: timestamp.nullable(),
};
const workRow = z.strictObject(workColumns);

/** The claim itself, of the rows chosen by `from` as `c`; answers all that an attempt needs. */
const lease = (realNow: RealTime, from: SQL, more: SQL = sql``) => sql`
  update deliveries d set leased_until = ${moment(later(realNow, leaseMs))}
  ${from}
  returning d.id, d.marketplace_id, d.environment, c.ahead, d.attempts, d.event_id,
    (select ev.body from events ev where ev.id = d.event_id) as body,
    c.url, c.secret_encrypted as secret, c.previous_secret_encrypted as previous_secret,
    c.previous_secret_until as previous_until, c.failing_since ${more}`;

function keep(row: z.input<typeof workRow>, realNow: RealTime): void {
  keepClaimed({
    id: row.id,
    marketplaceId: row.marketplace_id,
    environment: row.environment,
    attempts: row.attempts,
    leasedUntil: later(realNow, leaseMs).toISOString(),
    eventId: row.event_id,
    body: row.body,
    url: row.url,
    secret: row.secret,
    previousSecret: row.previous_secret,
    previousSecretUntil: row.previous_until === null ? null : realTimeOf(row.previous_until),
    failingSince: row.failing_since === null ? null : businessTimeOf(row.failing_since),
  });
}

const claimedRow = z.strictObject({
  room: z.int(),
  places: z.int(),
  ...workColumns,
});
type Row = z.input<typeof claimedRow>;

function laneOfRow({ marketplace_id, environment }: Row): string {
  return laneOf({ marketplaceId: marketplace_id, environment });
}

async function claimShares(limit: number, realNow: RealTime, options: Options): Promise<Row[]> {
  return rowsOf(claimedRow)`
    with ${pick(limit, realNow, options)}
    ${lease(realNow, sql`from picked c where d.id = c.id`, sql`, c.room, c.places`)}`;
}

type Which = Pick<Options, "firstAttemptsOnly">;

const firstAttempt = ({ firstAttemptsOnly }: Which) => (firstAttemptsOnly ? sql`and d.attempts = 0` : sql``);

/** When a delivery is due by real time, in a statement with `clocked`. */
const dueByWorld = sql`d.due_at - clocked.ahead * interval '1 millisecond'`;

/** Enabled endpoints, with how far the clock of each is ahead. */
const clocked = sql`(
  select e.marketplace_id, e.environment, e.failing_since, e.url, e.secret_encrypted, e.previous_secret_encrypted,
    e.previous_secret_until,
    ${clockAheadOf({ environment: sql`e.environment` }, sql`m.test_clock_ahead_ms`)} as ahead,
    case e.environment when 'test' then m.test_clock_moved_at end as moved_at
  from webhook_endpoints e join marketplaces m on m.id = e.marketplace_id
  where e.status = 'ENABLED'
) clocked`;

const ofTenant = ({ marketplaceId, environment }: Tenant) =>
  sql`clocked.marketplace_id = ${marketplaceId} and clocked.environment = ${environment}`;

/** For `nextClaimOf`: nothing is claimed for a tenant whose endpoint is disabled. */
export function takesDeliveries({ marketplaceId, environment }: Tenant): SQL {
  return sql`exists (select 1 from webhook_endpoints e
    where e.marketplace_id = ${marketplaceId} and e.environment = ${environment} and e.status = 'ENABLED')`;
}

/** Up to `limit`, leased or not; those not leased come first. None that waits after a failure. */
export function dueDeliveriesOf(tenant: Tenant, limit: number, realNow: RealTime, which: Which = {}): SQL {
  return sql`
    select d.id, coalesce(d.leased_until > ${moment(realNow)}, false) as taken
    from ${clocked} join deliveries d using (marketplace_id, environment)
    where ${ofTenant(tenant)} and d.due_at <= ${moment(realNow)} + clocked.ahead * interval '1 millisecond' ${firstAttempt(which)}
      and (d.leased_until is null or d.leased_until <= ${longestLease(realNow)})
    order by taken limit ${limit}`;
}

/** For `readDueLanes`: endpoints with a delivery to be claimed since `before` or longer (`dueLanes`). */
export function dueDeliveryLanes(before: RealTime, realNow: RealTime): SQL {
  const of = sql`d.marketplace_id = clocked.marketplace_id and d.environment = clocked.environment`;
  const leased = sql`d.leased_until > ${moment(realNow)}`;
  const held = sql`${leased} and d.leased_until <= ${longestLease(realNow)}`;
  // One endpoint at a time, in the order of the index: whatever else waits there need not be read.
  return sql`
    select clocked.marketplace_id || '/' || clocked.environment as lane, oldest.since, oldest.id as oldest,
      exists (select 1 from deliveries d where ${of} and d.due_at is not null and ${held}) as busy
    from ${clocked} cross join lateral (
      select d.id, greatest(${dueByWorld}, clocked.moved_at, d.leased_until) as since from deliveries d
      where ${of} and d.due_at is not null and (d.leased_until is null or not ${leased})
      order by d.due_at limit 1
    ) oldest
    where oldest.since <= ${moment(before)}`;
}

/** For `readNext`: when a tenant's next delivery falls due, in business time; null when none is waiting. */
export function nextDeliveryOf(tenant: Tenant, businessTime: BusinessTime): SQL {
  return sql`
    select min(d.due_at) as next from ${clocked} join deliveries d using (marketplace_id, environment)
    where ${ofTenant(tenant)} and d.due_at > ${moment(businessTime)}`;
}

/** The common part: which rows, at most how many of each endpoint. Ends with the table `picked`. */
function pick(limit: number, realNow: RealTime, options: Options): SQL {
  const { tenant } = options;
  const at = moment(realNow);
  const inHand = [...(options.inFlight ?? [])].map(([lane, count]) => ({ lane, count, early: claimedAhead(lane) }));
  const claimable = sql`
    d.marketplace_id = e.marketplace_id and d.environment = e.environment and d.due_at <= e.due_by
    and (d.leased_until is null or d.leased_until <= ${at}) ${firstAttempt(options)}`;
  // `order by` and `limit 1` keep the planner probing the index once an endpoint: a join would read every backlog, and
  // without the order it would take the first row of the table that fits, past all that are finished. The random order
  // gives each its turn when there are more endpoints than places.
  return sql`
    places as materialized (
      select clocked.*, ${at} + clocked.ahead * interval '1 millisecond' as due_by, coalesce(f.count, 0) as in_hand,
        case when clocked.failing_since is null then ${receiverCap}::int else ${failingReceiverCap}::int end as cap,
        case when clocked.failing_since is null then coalesce(f.early, 0) else 0 end as early
      from ${clocked}
      left join jsonb_to_recordset(${JSON.stringify(inHand)}::jsonb) as f(lane text, count int, early int)
        on f.lane = clocked.marketplace_id || '/' || clocked.environment
      ${tenant ? sql`where ${ofTenant(tenant)}` : sql``}
    ),
    ready as materialized (
      select e.*, free.room from places e
      cross join lateral (select 1 from deliveries d where ${claimable} order by d.due_at limit 1) any_due
      cross join lateral (
        select count(*)::int as leased from deliveries d
        where d.marketplace_id = e.marketplace_id and d.environment = e.environment and d.due_at is not null
          and d.leased_until > ${at} and d.leased_until <= ${longestLease(realNow)}
      ) held
      cross join lateral (
        select e.cap + case when held.leased > e.in_hand then 0 else e.early end - greatest(held.leased, e.in_hand) as room
      ) free
      where e.cap + e.early > e.in_hand and free.room > 0
      order by random()
      limit ${limit}
    ),
    share as (select ceil(${limit}::numeric / greatest(count(*), 1))::int as places from ready),
    picked as materialized (
      select e.*, share.places, d.id
      from ready e
      cross join share
      cross join lateral (
        select d.id from deliveries d where ${claimable}
        order by d.due_at
        limit least(e.room, share.places) for update skip locked
      ) d
      limit ${limit}
    )`;
}

/** When the lease of a worker ends at the latest. What waits after a failure waits longer (`retryDelays`). */
function longestLease(realNow: RealTime): SQL {
  return moment(later(realNow, leaseMs + clockSlack));
}

function moment(date: Date): SQL {
  return sql`${date.toISOString()}::timestamptz`;
}
