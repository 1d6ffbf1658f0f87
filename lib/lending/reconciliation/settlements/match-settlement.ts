import { eq, max, sql } from "drizzle-orm";
import { z } from "zod";
import { db, transaction, wakeWorkers } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { settlementEvents, settlements } from "@/db/schema/settlements";
import { tenantOf } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { reachOfRow } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { compareSettlement } from "./compare-settlement";
import { factsOf } from "./load-settlement";
import { lockSettlement, type SettlementRecord } from "./lock-settlement";
import { recordFindings } from "./record-findings";

/** How long a settlement's deductions may still arrive after its last event or the end of its period. */
const arrivalGrace = day;

/** Each run starts from scratch. Returns when to check again; null when only a new event can change the result. */
export async function matchSettlement(settlementId: string, now: BusinessTime): Promise<BusinessTime | null> {
  return transaction(async () => {
    const settlement = await lockSettlement(settlementId);
    if (!settlement) return null;
    const comparison = compareSettlement(await factsOf(settlement));
    await claim(settlement, comparison.claims, now);

    const graceEnds = await graceEndOf(settlement);
    const inGrace = now < graceEnds;
    const raised = await recordFindings(reachOfRow(settlement), settlement, comparison.findings, inGrace, now);
    const matchStatus = comparison.matched ? "MATCHED" : raised ? "BROKEN" : "PENDING";
    const again = inGrace && comparison.findings.some(({ mayArrive }) => mayArrive) ? graceEnds : null;
    await db()
      .update(settlements)
      .set({
        matchStatus,
        matchedAmount: comparison.matchedAmount,
        matchedAt: matchStatus === "MATCHED" ? (settlement.matchedAt ?? now) : null,
        dueAt: again,
        leasedUntil: null,
      })
      .where(eq(settlements.id, settlementId));
    return again;
  });
}

/** Until when missing reports may arrive. */
async function graceEndOf({ id, createdAt, periodEnd }: SettlementRecord): Promise<BusinessTime> {
  const [row] = await db()
    .select({ at: max(settlementEvents.receivedAt) })
    .from(settlementEvents)
    .where(eq(settlementEvents.settlementId, id));
  const lastEvent = row?.at ?? createdAt;
  return later(periodEnd && periodEnd > lastEvent ? periodEnd : lastEvent, arrivalGrace);
}

const wokenRow = z.strictObject({ woken: z.array(z.string()) });

/** Others that this concerns are matched again, except those that are locked, which are matched after it anyway. */
async function claim(settlement: SettlementRecord, claims: readonly string[], now: BusinessTime): Promise<void> {
  const { id, merchantId } = settlement;
  const ids = sql.param([...claims]);
  const [row] = await rowsOf(wokenRow)`
    with moved as materialized (
      select id, settlement_id, occurred_at from repayment_events
      where settlement_id = ${id} and id <> all(${ids}::text[])
        or id = any(${ids}::text[]) and settlement_id is distinct from ${id}
    ),
    claimed as (
      update repayment_events set settlement_id = case when id = any(${ids}::text[]) then ${id} end
      where id in (select moved.id from moved)
    ),
    concerned as materialized (
      select s.id from settlements s
      where s.merchant_id = ${merchantId} and s.id <> ${id} and exists (
        select from moved
        where moved.settlement_id = s.id or (moved.occurred_at >= s.period_start and moved.occurred_at < s.period_end))
      order by s.id for no key update skip locked
    ),
    woken as (
      update settlements set due_at = ${now.toISOString()} where id in (select concerned.id from concerned) returning id
    )
    select array(select woken.id from woken) as woken`;
  for (const woken of row?.woken ?? []) wakeWorkers(settlements, woken, tenantOf(settlement));
}
