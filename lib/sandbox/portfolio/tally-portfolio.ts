import type postgres from "postgres";
import type { Portfolio } from "./batch";

type Whose = Pick<Portfolio, "marketplaceId" | "environment">;

/**
 * Counts a marketplace's data for its tallies (docs/tallies.md), which no trigger has: what stands there goes, and every row
 * counts for what it does now. In one snapshot, so that what others change meanwhile is counted once.
 */
export async function tallyPortfolio(sql: postgres.Sql, whose: Whose): Promise<void> {
  const { marketplaceId, environment } = whose;
  await sql.begin("isolation level repeatable read", async (tx) => {
    for (const table of ["tally_changes", "tallies", "reached_stages"]) {
      await tx`delete from ${tx(table)} where marketplace_id = ${marketplaceId} and environment = ${environment}`;
    }
    for (const table of ["loans", "funding_requests", "collection_days"]) {
      await tx`insert into tallies (marketplace_id, environment, name, day, count, amount)
        select r.marketplace_id, r.environment, t.name, t.day, sum(t.count), sum(t.amount)
        from ${tx(table)} r cross join lateral tallies_of(r) t
        where r.marketplace_id = ${marketplaceId} and r.environment = ${environment} and t.day is not null group by 1, 2, 3, 4`;
    }
    for (const [stage, table, reached] of lasting) {
      await tx`insert into reached_stages (marketplace_id, environment, merchant_id, stage)
        select distinct marketplace_id, environment, merchant_id, ${stage} from ${tx(table)}
        where marketplace_id = ${marketplaceId} and environment = ${environment} and ${tx.unsafe(reached)}`;
    }
    await tx`insert into tallies (marketplace_id, environment, name, day, count, amount)
      select m.marketplace_id, m.environment, 'stage.' || s.stage, utc_day(m.created_at), count(*), 0
      from merchants m cross join lateral (
        select 'CREATED' as stage
        union all select 'CONNECTED' from connections c where c.merchant_id = m.id and c.activated_at is not null
        union all select 'SUBMITTED' from kyc_records k where k.merchant_id = m.id and k.submitted_at is not null
        union all select 'VERIFIED' from kyc_records k where k.merchant_id = m.id and k.status = 'APPROVED'
        union all select r.stage from reached_stages r
          where r.marketplace_id = m.marketplace_id and r.environment = m.environment and r.merchant_id = m.id
      ) s
      where m.marketplace_id = ${marketplaceId} and m.environment = ${environment} group by 1, 2, 3, 4`;
  });
}

/** Stages that a merchant has reached once and for all. */
const lasting = [
  ["REQUESTED", "funding_requests", "true"],
  ["OFFERED", "loans", "true"],
  ["FUNDED", "loans", "disbursed_at is not null"],
] as const;
