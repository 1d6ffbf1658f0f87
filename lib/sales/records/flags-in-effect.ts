import { sql } from "drizzle-orm";
import { z } from "zod";
import { rowsOf } from "@/db/rows";
import { later } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { carriedFor } from "@/lib/terms/ingestion";
import { violationSeverities } from "@/lib/terms/merchant-data/constants";
import type { Flags } from "@/lib/terms/scoring/account-flags";
import type { ConductAsOf } from "./carry-over";

const flags = { fraud: z.boolean(), suspensions: z.int(), gravest: z.int().nullable() };
const flagsRow = z.strictObject({ position: z.int(), ...flags });

/**
 * The account flags that count beside each merchant's record, in the same order; null where there are none.
 * Suspensions and violations count if received after what the record says of them, which otherwise includes them
 * itself; where it says nothing, those of the time that data stays in force. A violation without a severity counts as the
 * mildest. Fraud counts however old the record. CLEARED takes back the fraud and the violations that occurred before it
 * (docs/scoring.md#account-flags).
 */
export async function flagsInEffect(
  of: readonly { merchantId: string; submittedAt: BusinessTime; conductAsOf: ConductAsOf }[],
): Promise<(Flags | null)[]> {
  if (of.length === 0) return [];
  const ids = of.map(({ merchantId }) => merchantId);
  const moments = (said: keyof ConductAsOf) =>
    sql.param(
      of.map(({ submittedAt, conductAsOf }) => (conductAsOf[said] ?? later(submittedAt, -carriedFor)).toISOString()),
    );
  const [mildest] = violationSeverities;
  const rows = await rowsOf(flagsRow)`
    select position, bool_or(flag = 'FRAUD' and not cleared) as fraud,
      (count(*) filter (where flag = 'SUSPENDED' and newer))::int as suspensions,
      max(array_position(${sql.param([...violationSeverities])}::text[], coalesce(severity, ${mildest})))
        filter (where flag = 'POLICY_VIOLATION' and newer and not cleared) as gravest
    from (
      select record.position::int as position, e.flag, e.severity,
        e.received_at > case e.flag when 'SUSPENDED' then record.suspensions_as_of else record.violations_as_of
          end::timestamptz as newer,
        e.occurred_at < coalesce(
          max(e.occurred_at) filter (where e.flag = 'CLEARED') over (partition by record.position), '-infinity') as cleared
      from unnest(
        ${sql.param(ids)}::text[], ${moments("suspensions")}::text[], ${moments("violations")}::text[]
      ) with ordinality as record(merchant_id, suspensions_as_of, violations_as_of, position)
      join account_flag_events e on e.merchant_id = record.merchant_id
    ) reported
    group by position`;
  const byPosition = new Map(rows.map((row) => [row.position, toFlags(row)]));
  return of.map((_, i) => byPosition.get(i + 1) ?? null);
}

function toFlags({ fraud, suspensions, gravest }: z.input<typeof flagsRow>): Flags | null {
  const severity = gravest === null ? null : (violationSeverities[gravest - 1] ?? null);
  return fraud || suspensions > 0 || severity ? { fraud, suspensions, severity } : null;
}
