import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { bigint, rowsOf } from "@/db/rows";
import { marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { clockAheadOf, inReach } from "@/db/tenancy";
import { environments } from "@/lib/kernel/actor";
import type { Reach } from "@/lib/kernel/reach";
import type { IdentityType } from "@/lib/terms/providers";

const memberRow = z.strictObject({
  merchantId: z.string(),
  marketplaceId: z.string(),
  environment: z.enum(environments),
  former: z.boolean(),
  ahead: bigint,
});

/** A merchant of a borrower, and how many milliseconds its business clock is ahead of real time. */
export type Member = Omit<z.output<typeof memberRow>, "ahead"> & { clockAhead: number };

/** The kinds of identity that make one borrower of merchants. */
export const linkingTypes: readonly IdentityType[] = ["BVN", "NIN"];

/** Live ones, and in test only those of the same tester: nobody's tests may spoil another's. */
function mayMeet(reach: Reach): SQL {
  const { marketplaceId, environment } = reach.tenant;
  if (environment === "live") return sql`true`;
  const { id, testedTogether } = marketplaces;
  return sql`theirs.marketplace_id in (
    select ${marketplaceId} union all
    select other.id from ${marketplaces} join marketplaces other on other.tested_together = ${testedTogether}
    where ${eq(id, marketplaceId)})`;
}

/** And those that were kept when they left a list. `of`: by the columns `kyc_id` and `identity_digest`. */
function identities(of: SQL): SQL {
  return sql`lateral (
    select kyc_id, identity_digest, environment, false as former from directors
    where ${of} and verification_status = 'VERIFIED' and identity_type = any(${sql.param([...linkingTypes])}::text[])
    union all select kyc_id, identity_digest, environment, true from kept_identities where ${of})`;
}

/**
 * By verified BVN or NIN, directly or through others, itself included, by id. Live ones may belong to any marketplace
 * (docs/lending.md#borrowers), so a test says who may call this. Those that are `former` are linked only by an identity
 * that has left a list: they count while something stands against them.
 */
export async function membersOf(reach: Reach, merchantId: string): Promise<Member[]> {
  const rows = await rowsOf(memberRow)`
    with recursive member(merchant_id, former) as (
      select ${merchants.id}, false from ${merchants} where ${inReach(merchants, reach, eq(merchants.id, merchantId))}
      union
      select theirs.merchant_id, member.former or known.former or same.former
      from member
      join kyc_records own on own.merchant_id = member.merchant_id
      join ${identities(sql`kyc_id = own.id`)} known on true
      join ${identities(sql`identity_digest = known.identity_digest`)} same on same.environment = known.environment
      join kyc_records theirs on theirs.id = same.kyc_id
      where ${mayMeet(reach)}
    )
    select m.id as "merchantId", m.marketplace_id as "marketplaceId", m.environment, member.former,
      ${clockAheadOf({ environment: sql`m.environment` })}::bigint as ahead
    from (select merchant_id, bool_and(former) as former from member group by merchant_id) member
    join merchants m on m.id = member.merchant_id and m.environment = ${reach.tenant.environment}
    join ${marketplaces} on ${marketplaces.id} = m.marketplace_id
    order by m.id`;
  return rows.map(({ ahead, ...member }) => ({ ...member, clockAhead: Number(ahead) }));
}
