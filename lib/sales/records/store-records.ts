import { type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import type { BusinessTime } from "@/lib/kernel/time";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { modelVersion } from "@/lib/terms/scoring/constants";
import type { Assessed } from "./assess-record";
import { notesOf } from "./shared-parts";
import { sealRecord } from "./stored-record";

/** A record with its score as they are stored: everything in the form in which the database takes it. */
export type StoredRecord = ReturnType<typeof storedRecord>;

/** `record`: as it was sent, without what was carried over. */
export function storedRecord(
  ids: { merchantId: string; submissionId: string },
  record: MerchantRecord,
  { limits, flags, carried, result }: Assessed,
) {
  return {
    ...ids,
    scoreId: newId("score"),
    record: sealRecord(record),
    groups: `{${notesOf(record).join(",")}}`,
    limits: JSON.stringify(limits),
    flags: flags ? JSON.stringify(flags) : "",
    carried: carried ? JSON.stringify(carried) : "",
    riskTier: result.riskTier,
    maxLendingCap: result.maxLendingCap,
    result: JSON.stringify(result),
  };
}

/** Stores records of existing merchants, each with its score, in a single statement. */
export async function storeRecords(
  tenant: Tenant,
  records: readonly StoredRecord[],
  times: { submittedAt: BusinessTime; now: BusinessTime },
): Promise<void> {
  const submittedAt = times.submittedAt.toISOString();
  const now = times.now.toISOString();
  const owner = sql`${tenant.marketplaceId}, ${tenant.environment}`;
  const column = (name: keyof StoredRecord) => lines(records.map((record) => record[name]));
  await db().execute(sql`
    with given as materialized (
      select * from unnest(
        ${column("merchantId")}, ${column("submissionId")}, ${column("scoreId")}, ${column("record")}, ${column("groups")},
        ${column("limits")}, ${column("flags")}, ${column("carried")}, ${column("riskTier")},
        ${column("maxLendingCap")}::bigint[], ${column("result")}
      ) as r(merchant_id, submission_id, score_id, record, groups, limits, flags, carried, risk_tier, max_lending_cap, result)
    ), stored as (
      insert into submissions (id, marketplace_id, environment, merchant_id, status, record, groups, submitted_at)
      select submission_id, ${owner}, merchant_id, 'SCORED', record, groups::text[], ${submittedAt}::timestamptz from given
    )
    insert into scores (id, marketplace_id, environment, merchant_id, submission_id, submitted_at, model_version, limits, flags,
      carried, risk_tier, max_lending_cap, result, computed_at)
    select score_id, ${owner}, merchant_id, submission_id, ${submittedAt}::timestamptz, ${modelVersion},
      limits::jsonb, flags::jsonb, carried::jsonb, risk_tier, max_lending_cap, result::jsonb, ${now}::timestamptz from given`);
}

/** Joined by line breaks, which neither JSON nor base64 has: arrays would cost as much as scoring. Empty: null. */
function lines(values: readonly (string | number)[]): SQL {
  return sql`string_to_array(${values.join("\n")}, E'\n', '')`;
}
