import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { one } from "@/db/client";
import { rowsOf, timestamp } from "@/db/rows";
import { batches } from "@/db/schema/batches";
import { repaymentEvents } from "@/db/schema/data-events";
import { submissions } from "@/db/schema/scoring";
import { settlementEvents, settlements } from "@/db/schema/settlements";
import { deliveries, events, webhookEndpoints } from "@/db/schema/webhooks";
import { inReach, inTenant } from "@/db/tenancy";
import type { Actor } from "@/lib/kernel/actor";
import { day, later, minute } from "@/lib/kernel/calendar";
import { type Reach, reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import type { Scope } from "@/lib/terms/oauth";
import { endpointStatuses } from "@/lib/terms/outbound-webhooks";
import type { DataCheck, DataHealth } from "./data-health-schema";

const figuresRow = z.strictObject({
  lastDataAt: timestamp.nullable(),
  lastWebhookAt: timestamp.nullable(),
  /** Submissions that have been due for longer than `patience`. */
  waiting: z.int(),
  /** Merchants whose latest data could not be scored. */
  unscored: z.int(),
  /** Batches that have been due for longer than `patience`, or failed at the first attempt. */
  batchesWaiting: z.int(),
  /** Batches given up recently. */
  batchesFailed: z.int(),
  failingDeliveries: z.int(),
  endpoint: z.enum(endpointStatuses).nullable(),
});

/** How long scoring may take before it is a problem (docs/scoring.md#health-of-the-data-plane). */
const patience = 5 * minute;

/** How long a delivery or batch that was given up is counted. */
const memory = day;

/** Health of the marketplace's integration, or of the one merchant that the token is bound to. */
export async function readDataHealth(
  actor: Extract<Actor, { kind: "accessToken" }>,
  now: BusinessTime,
): Promise<DataHealth> {
  const figures = await rowsOf(figuresRow)`${figuresQuery(reachOf(actor), now)}`.then(one);
  const checks = checksOf(figures);
  return {
    status: checks.every((check) => check.status === "ok") ? "ok" : "degraded",
    environment: actor.tenant.environment,
    scopes: actor.scopes as Scope[],
    lastDataReceivedAt: toIso(figures.lastDataAt),
    lastWebhookReceivedAt: toIso(figures.lastWebhookAt),
    failingDeliveries: figures.failingDeliveries,
    checks,
  };
}

/** One statement, because monitoring polls this every few seconds. */
function figuresQuery(reach: Reach, now: BusinessTime): SQL {
  const overdue = later(now, -patience).toISOString();
  const givenUpSince = later(now, -memory).toISOString();
  const { tenant } = reach;
  // Only for a single merchant: for all of them, the tenant condition suffices and is faster.
  const ofMerchant = (condition: SQL) => (reach.merchants === "one" ? sql`exists (select 1 ${condition})` : undefined);
  const received = inReach(submissions, reach);
  const repaid = inReach(repaymentEvents, reach);
  const settled = inTenant(
    settlementEvents,
    tenant,
    ofMerchant(
      sql`from ${settlements} where ${inReach(settlements, reach, eq(settlements.id, settlementEvents.settlementId))}`,
    ),
  );
  const asked = inReach(batches, reach);
  const sent = inTenant(
    deliveries,
    tenant,
    ofMerchant(sql`from ${events} where ${inReach(events, reach, eq(events.id, deliveries.eventId))}`),
  );
  return sql`select
    (select max(${submissions.submittedAt}) from ${submissions} where ${received}) as "lastDataAt",
    greatest((select max(${repaymentEvents.receivedAt}) from ${repaymentEvents} where ${repaid}),
      (select max(${settlementEvents.receivedAt}) from ${settlementEvents} where ${settled})) as "lastWebhookAt",
    (select count(*)::int from ${submissions}
      where ${received} and ${submissions.status} = 'QUEUED' and ${submissions.dueAt} <= ${overdue}) as "waiting",
    (select count(*)::int from ${submissions} where ${received} and ${submissions.status} = 'FAILED'
      and ${submissions.id} = (select newer.id from ${submissions} newer
        where newer.merchant_id = ${submissions.merchantId}
        order by newer.submitted_at desc, newer.id desc limit 1)) as "unscored",
    (select count(*)::int from ${batches} where ${asked} and (${batches.dueAt} <= ${overdue}
      or ${batches.attempts} > 0 and ${batches.status} in ('QUEUED', 'PROCESSING'))) as "batchesWaiting",
    (select count(*)::int from ${batches} where ${asked} and ${batches.status} = 'FAILED'
      and ${batches.completedAt} > ${givenUpSince}) as "batchesFailed",
    (select count(*) from ${deliveries}
      where ${sent} and ${deliveries.status} = 'PENDING' and ${deliveries.attempts} > 0)::int
      + (select count(*) from ${deliveries}
        where ${sent} and ${deliveries.status} = 'FAILED' and ${deliveries.finishedAt} > ${givenUpSince})::int
      as "failingDeliveries",
    (select ${webhookEndpoints.status} from ${webhookEndpoints} where ${inTenant(webhookEndpoints, tenant)}) as "endpoint"`;
}

function checksOf(figures: z.input<typeof figuresRow>): DataCheck[] {
  const { lastDataAt, waiting, unscored, batchesWaiting, batchesFailed, failingDeliveries, endpoint } = figures;
  return [
    check("data", [], lastDataAt ? `Data last came in at ${toIso(lastDataAt)}.` : noData),
    check(
      "scoring",
      [
        waiting > 0 && `Waiting for longer than 5 minutes: ${waiting}.`,
        batchesWaiting > 0 && `Batches that take longer than they should: ${batchesWaiting}.`,
        batchesFailed > 0 && `Batches that could not be processed, to be sent again: ${batchesFailed}.`,
        unscored > 0 && `Could not be scored, to be submitted again: ${unscored}.`,
      ],
      "Nothing waits for long, and nothing has failed.",
    ),
    check(
      "webhook",
      [endpoint === "DISABLED" && "The endpoint is disabled. Register it again: PUT /api/v1/marketplace-api/webhook."],
      endpoint ? "An endpoint is registered and enabled." : noEndpoint,
    ),
    check(
      "deliveries",
      [failingDeliveries > 0 && `Failed, and not delivered since: ${failingDeliveries}. ${whereToLook}`],
      "Nothing has failed that was not delivered since.",
    ),
  ];
}

const noData = "No data yet. Send the first: POST /marketplace/data/merchants/bulk.";
const noEndpoint =
  "No endpoint is registered, events are only listed. Register one: PUT /api/v1/marketplace-api/webhook.";
const whereToLook = "The receiver's answers are in GET /api/v1/marketplace-api/events.";

function check(name: DataCheck["name"], complaints: (string | false)[], well: string): DataCheck {
  const detail = complaints.filter(Boolean).join(" ");
  return detail ? { name, status: "degraded", detail } : { name, status: "ok", detail: well };
}

function toIso(moment: string | null): string | null {
  return moment && new Date(moment).toISOString();
}
