import { sql } from "drizzle-orm";
import { z } from "zod";
import { rowsOf } from "@/db/rows";
import { accountFlagEvents as events } from "@/db/schema/data-events";
import { violationSeverities } from "@/lib/merchant-data/constants";
import type { Flags } from "@/lib/scoring/account-flags";
import type { BusinessTime } from "@/lib/time";

const flags = { fraud: z.boolean(), suspensions: z.int(), gravest: z.int().nullable() };
const flagsRow = z.strictObject({ position: z.int(), ...flags });

/**
 * The account flags that count beside each merchant's record, in the same order; null where there are none.
 * Suspensions and violations count if received after the record, which otherwise includes them itself; a violation
 * without a severity counts as the mildest. Fraud counts, however old the record, until a later reinstatement.
 */
export async function flagsInEffect(
  of: readonly { merchantId: string; submittedAt: BusinessTime }[],
): Promise<(Flags | null)[]> {
  if (of.length === 0) return [];
  const ids = of.map(({ merchantId }) => merchantId);
  const moments = of.map(({ submittedAt }) => submittedAt.toISOString());
  const [mildest] = violationSeverities;
  const rows = await rowsOf(flagsRow)`
    select record.position::int as position,
      coalesce(
        max(${events.occurredAt}) filter (where ${events.flag} = 'FRAUD')
          >= coalesce(max(${events.occurredAt}) filter (where ${events.flag} = 'REINSTATED'), '-infinity'),
        false
      ) as fraud,
      (count(*) filter (where ${events.flag} = 'SUSPENDED' and ${events.receivedAt} > record.submitted_at::timestamptz))::int
        as suspensions,
      max(array_position(${sql.param([...violationSeverities])}::text[], coalesce(${events.severity}, ${mildest})))
        filter (where ${events.flag} = 'POLICY_VIOLATION' and ${events.receivedAt} > record.submitted_at::timestamptz) as gravest
    from unnest(${sql.param(ids)}::text[], ${sql.param(moments)}::text[])
      with ordinality as record(merchant_id, submitted_at, position)
    join ${events} on ${events.merchantId} = record.merchant_id
    group by record.position`;
  const byPosition = new Map(rows.map((row) => [row.position, toFlags(row)]));
  return of.map((_, i) => byPosition.get(i + 1) ?? null);
}

function toFlags({ fraud, suspensions, gravest }: z.input<typeof flagsRow>): Flags | null {
  const severity = gravest === null ? null : (violationSeverities[gravest - 1] ?? null);
  return fraud || suspensions > 0 || severity ? { fraud, suspensions, severity } : null;
}
