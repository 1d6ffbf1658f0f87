import { type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { Tenant } from "@/lib/actor";
import { newId } from "@/lib/ids";
import type { MerchantRecord } from "@/lib/merchant-data/schema";
import { sealRecord } from "@/lib/merchant-data/stored-record";
import type { BusinessTime } from "@/lib/time";
import type { Assessed } from "./assess-record";
import { notesOf } from "./shared-parts";

/** `record` as it was sent, without what was carried over. */
export type ScoredRecord = { submissionId: string; record: MerchantRecord; assessed: Assessed };

/** Stores records of existing merchants, each with its score, in a single statement. */
export async function storeRecords(
  tenant: Tenant,
  records: readonly ScoredRecord[],
  times: { submittedAt: BusinessTime; now: BusinessTime },
): Promise<void> {
  const submittedAt = times.submittedAt.toISOString();
  const now = times.now.toISOString();
  const owner = sql`${tenant.marketplaceId}, ${tenant.environment}`;
  const results = records.map(({ assessed }) => assessed.result);
  await db().execute(sql`
    with given as materialized (
      select m.id as merchant_id, r.*
      from unnest(
        ${sql.param(records.map(({ record }) => record.merchantIdentity.merchantId))}::text[],
        ${lines(records.map(({ submissionId }) => submissionId))},
        ${lines(records.map(() => newId("score")))},
        ${lines(records.map(({ record }) => sealRecord(record)))},
        ${lines(results.map(({ riskTier }) => riskTier))},
        ${lines(results.map(({ maxLendingCap }) => maxLendingCap))}::bigint[],
        ${lines(records.map(({ assessed }) => JSON.stringify(assessed.limits)))},
        ${lines(records.map(({ assessed }) => (assessed.flags ? JSON.stringify(assessed.flags) : "")))},
        ${lines(records.map(({ assessed }) => (assessed.carried ? JSON.stringify(assessed.carried) : "")))},
        ${lines(records.map(({ record }) => `{${notesOf(record).join(",")}}`))},
        ${lines(results.map((result) => JSON.stringify(result)))}
      ) as r(ref, submission_id, score_id, record, risk_tier, max_lending_cap, limits, flags, carried, groups, result)
      join merchants m on m.marketplace_id = ${tenant.marketplaceId} and m.environment = ${tenant.environment}
        and m.third_party_customer_id = r.ref
    ), stored as (
      insert into submissions (id, marketplace_id, environment, merchant_id, status, record, groups, submitted_at)
      select submission_id, ${owner}, merchant_id, 'SCORED', record, groups::text[], ${submittedAt}::timestamptz from given
    )
    insert into scores (id, marketplace_id, environment, merchant_id, submission_id, submitted_at, model_version, limits, flags,
      carried, risk_tier, max_lending_cap, result, computed_at)
    select score_id, ${owner}, merchant_id, submission_id, ${submittedAt}::timestamptz, ${results[0]?.modelVersion ?? ""},
      limits::jsonb, flags::jsonb, carried::jsonb, risk_tier, max_lending_cap, result::jsonb, ${now}::timestamptz from given`);
}

/**
 * Texts joined by line breaks, which neither JSON nor base64 has, and split again by the database; an empty text is
 * null. Escaping and parsing an array would cost as much as scoring the records.
 */
function lines(values: readonly (string | number)[]): SQL {
  return sql`string_to_array(${values.join("\n")}, E'\n', '')`;
}
