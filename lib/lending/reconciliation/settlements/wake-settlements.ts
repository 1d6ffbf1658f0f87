import { sql } from "drizzle-orm";
import { z } from "zod";
import { wakeWorkers } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { settlements } from "@/db/schema/settlements";
import { tenantOf } from "@/lib/kernel/actor";
import type { BusinessTime } from "@/lib/kernel/time";
import type { SettlementRecord } from "./lock-settlement";

const wokenRow = z.strictObject({ id: z.string() });

/** Except those locked by another transaction, which are matched after it anyway. */
export async function wakeSettlements(
  { id, merchantId, ...owner }: SettlementRecord,
  references: readonly string[],
  now: BusinessTime,
): Promise<void> {
  const woken = await rowsOf(wokenRow)`
    update settlements set due_at = ${now.toISOString()}
    where id in (
      select s.id from settlements s
      where s.merchant_id = ${merchantId} and s.id <> ${id} and exists (
        select from unnest(s.deduction_references) name where name = any(${sql.param([...references])}::text[]))
      order by s.id for no key update skip locked
    )
    returning id`;
  for (const other of woken) wakeWorkers(settlements, other.id, tenantOf(owner));
}
