import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { bigint, rowsOf } from "@/db/rows";
import { marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { clockAheadOf, inReach } from "@/db/tenancy";
import { environments } from "@/lib/actor";
import type { Reach } from "@/lib/reach";

const memberRow = z.strictObject({
  merchantId: z.string(),
  marketplaceId: z.string(),
  environment: z.enum(environments),
  ahead: bigint,
});

/** A merchant of a borrower, and how many milliseconds its business clock is ahead of real time. */
export type Member = Pick<z.output<typeof memberRow>, "merchantId" | "marketplaceId" | "environment"> & {
  clockAhead: number;
};

/**
 * Whether merchants of another marketplace can be of a borrower: live ones, and in test only those of the same tester,
 * because nobody's tests may spoil another's.
 */
function mayMeet(reach: Reach): SQL {
  const { marketplaceId, environment } = reach.tenant;
  if (environment === "live") return sql`true`;
  const { id, testedTogether } = marketplaces;
  return sql`theirs.marketplace_id in (
    select ${marketplaceId} union all
    select other.id from ${marketplaces} join marketplaces other on other.tested_together = ${testedTogether}
    where ${eq(id, marketplaceId)})`;
}

/**
 * The merchants of the environment that share a verified BVN or NIN with this one, directly or through others, itself
 * included, in the order of their ids. Live ones may belong to any marketplace (docs/lending.md#borrowers), so nothing outside this folder gets to see
 * them: a test says who may call this.
 */
export async function membersOf(reach: Reach, merchantId: string): Promise<Member[]> {
  const rows = await rowsOf(memberRow)`
    with recursive member(merchant_id) as (
      select ${merchants.id} from ${merchants} where ${inReach(merchants, reach, eq(merchants.id, merchantId))}
      union
      select theirs.merchant_id
      from member
      join kyc_records own on own.merchant_id = member.merchant_id
      join directors known on known.kyc_id = own.id
      join directors same on same.identity_digest = known.identity_digest and same.environment = known.environment
      join kyc_records theirs on theirs.id = same.kyc_id
      where ${mayMeet(reach)} and known.identity_type in ('BVN', 'NIN')
        and known.verification_status = 'VERIFIED' and same.verification_status = 'VERIFIED'
    )
    select m.id as "merchantId", m.marketplace_id as "marketplaceId", m.environment,
      ${clockAheadOf({ environment: sql`m.environment` })}::bigint as ahead
    from member
    join merchants m on m.id = member.merchant_id and m.environment = ${reach.tenant.environment}
    join ${marketplaces} on ${marketplaces.id} = m.marketplace_id
    order by m.id`;
  return rows.map(({ ahead, ...member }) => ({ ...member, clockAhead: Number(ahead) }));
}
