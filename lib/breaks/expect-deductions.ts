import { sql } from "drizzle-orm";
import { z } from "zod";
import { nudge } from "@/db/client";
import { rowsOf } from "@/db/rows";
import type { Tenant } from "@/lib/actor";
import { later, minute } from "@/lib/calendar";
import { owingStates } from "@/lib/loans/states";
import type { BusinessTime } from "@/lib/time";
import { shortestWindow } from "./shortfall";

const watchRow = z.strictObject({ id: z.string() });

/**
 * Schedules a check of the deductions expected after a sale, for every loan the merchant owes. Runs last in the
 * caller's transaction, since it may take locks. An earlier sale has nearly always scheduled the check; then nothing is
 * written. A check that is due or about to be may be running without seeing this sale, so it is rescheduled.
 */
export async function expectDeductions(sale: {
  tenant: Tenant;
  merchantId: string;
  occurredAt: BusinessTime;
  now: BusinessTime;
}): Promise<void> {
  const { tenant, merchantId, occurredAt, now } = sale;
  const over = later(occurredAt, shortestWindow);
  const dueAt = new Date(Math.max(over.getTime(), now.getTime())).toISOString();
  const soon = later(now, minute).toISOString();
  const at = occurredAt.toISOString();
  const rows = await rowsOf(watchRow)`
    insert into loan_watches as watch (id, marketplace_id, environment, watched_until, due_at)
    select l.id, l.marketplace_id, l.environment, l.disbursed_at, ${dueAt}
    from loans l left join loan_watches w on w.id = l.id
    where l.marketplace_id = ${tenant.marketplaceId} and l.environment = ${tenant.environment}
      and l.merchant_id = ${merchantId} and l.status = any(${sql.param([...owingStates])}::text[])
      and l.disbursed_at < ${at}
      and (w.id is null or w.due_at is null or w.due_at > ${dueAt} or w.due_at <= ${soon} or w.watched_until >= ${at})
    order by l.id
    on conflict (id) do update set
      due_at = least(coalesce(watch.due_at, excluded.due_at), excluded.due_at),
      watched_until = least(watch.watched_until, ${later(occurredAt, -1).toISOString()})
    returning id`;
  if (over > now) return;
  for (const { id } of rows) nudge("watch-sales", id, tenant);
}
