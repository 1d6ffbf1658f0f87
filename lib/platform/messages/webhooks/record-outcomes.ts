import { sql } from "drizzle-orm";
import { z } from "zod";
import { rowsOf } from "@/db/rows";
import { coalesced } from "@/lib/kernel/coalesce";
import type { BusinessTime } from "@/lib/kernel/time";
import { type Exchange, isAcknowledged, type Outcome } from "./retry-policy";

type Attempt = {
  deliveryId: string;
  /** As found when the work began: the attempt is recorded only if they are unchanged. */
  attempts: number;
  leasedUntil: string;
  url: string;
  /** The headers that signed it; null when none could. */
  headers: Record<string, string> | null;
  startedAt: BusinessTime;
  endedAt: BusinessTime;
  exchange: Exchange;
  outcome: Outcome;
};

const recordedRow = z.strictObject({ position: z.int() });

/** In one statement for all that end at about the same moment. False: another worker has the delivery, and counts. */
export const recordOutcome = coalesced<Attempt, boolean>(100, async (attempts) => {
  const rows = await rowsOf(recordedRow)`${write(attempts)}`;
  const recorded = new Set(rows.map((row) => row.position));
  return attempts.map((_, position) => recorded.has(position));
});

function write(attempts: readonly Attempt[]) {
  const list = JSON.stringify(attempts.map(toRow));
  // Locks are taken in one order everywhere: deliveries by id, then endpoints by tenant. The limits say that these rows
  // are few: the planner takes a list in JSON for a hundred rows and would read the whole table for them.
  return sql`
    with o as materialized (
      select * from jsonb_to_recordset(${list}::jsonb) as o(
        position int, delivery_id text, attempts int, leased_until timestamptz, status text, due_at timestamptz, acknowledged boolean,
        url text, request_headers jsonb, started_at timestamptz, ended_at timestamptz, duration_ms int, response_status int, response_body text,
        error text)
      order by delivery_id
      limit ${attempts.length}
    ),
    mine as materialized (
      select d.id, d.previous, o.*
      from o
      cross join lateral (
        select d.id, d.status as previous from deliveries d
        where d.id = o.delivery_id and d.attempts = o.attempts and d.leased_until = o.leased_until
        limit 1
        for no key update
      ) d
    ),
    recorded as (
      update deliveries d set
        attempts = d.attempts + 1,
        leased_until = null,
        status = ${settled()},
        due_at = case when ${settled()} = 'PENDING' then m.due_at end,
        finished_at = case when ${settled()} <> 'PENDING' then m.ended_at end
      from mine m where d.id = m.id
      returning m.position, d.id, d.marketplace_id, d.environment, m.acknowledged, m.url, m.request_headers, m.started_at, m.ended_at,
        m.duration_ms, m.response_status, m.response_body, m.error
    ),
    logged as (
      insert into delivery_attempts
        (delivery_id, number, url, request_headers, started_at, duration_ms, response_status, response_body, error)
      select r.id, coalesce((
          select a.number from delivery_attempts a where a.delivery_id = r.id order by a.number desc limit 1
        ), 0) + 1,
        r.url, r.request_headers, r.started_at, r.duration_ms, r.response_status, r.response_body, r.error
      from recorded r
    ),
    health as (
      select r.marketplace_id, r.environment, r.url,
        case when not bool_or(r.acknowledged) then min(r.ended_at) end as failing_since
      from recorded r group by r.marketplace_id, r.environment, r.url
    ),
    changed as materialized (
      select e.marketplace_id, e.environment, h.failing_since
      from webhook_endpoints e
      join health h on h.marketplace_id = e.marketplace_id and h.environment = e.environment and h.url = e.url
      where (e.failing_since is null) <> (h.failing_since is null)
      order by e.marketplace_id, e.environment
      for no key update of e
    ),
    noted as (
      update webhook_endpoints e set failing_since = c.failing_since
      from changed c where e.marketplace_id = c.marketplace_id and e.environment = c.environment
    )
    select position from recorded`;
}

/** A delivery that failed because its endpoint was disabled meanwhile is not retried; delivered stays delivered. */
function settled() {
  return sql.raw("case when m.status = 'PENDING' and m.previous = 'FAILED' then 'FAILED' else m.status end");
}

function toRow(attempt: Attempt, position: number) {
  const { exchange, outcome } = attempt;
  return {
    position,
    delivery_id: attempt.deliveryId,
    attempts: attempt.attempts,
    leased_until: attempt.leasedUntil,
    status: outcome.status,
    due_at: outcome.dueAt,
    acknowledged: isAcknowledged(exchange),
    url: attempt.url,
    request_headers: attempt.headers,
    started_at: attempt.startedAt,
    ended_at: attempt.endedAt,
    duration_ms: exchange.durationMs,
    response_status: exchange.status,
    response_body: exchange.body,
    error: exchange.error,
  };
}
