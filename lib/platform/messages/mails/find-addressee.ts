import { z } from "zod";
import { rowsOf } from "@/db/rows";
import type { Tenant } from "@/lib/kernel/actor";

const addresseeRow = z.strictObject({
  recipient: z.string().nullable(),
  wantsSummary: z.boolean(),
  business: z.string(),
  marketplace: z.string(),
  hasAccount: z.boolean(),
});

/**
 * Who is written to for a merchant: at the address of its business information, else the one that its marketplace gave,
 * else that of the account which holds it; null without any.
 */
export async function findAddressee({ marketplaceId, environment }: Tenant, merchantId: string) {
  const [found] = await rowsOf(addresseeRow)`
    select coalesce(k.business_info->>'businessEmail', m.email, holder.email) as recipient,
      m.weekly_summary as "wantsSummary", coalesce(k.business_info->>'businessName', m.business_name) as business,
      market.name as marketplace, holder.id is not null as "hasAccount"
    from merchants m
    join marketplaces market on market.id = m.marketplace_id
    left join users holder on holder.id = m.user_id
    left join kyc_records k on k.merchant_id = m.id
    where m.id = ${merchantId} and m.marketplace_id = ${marketplaceId} and m.environment = ${environment}`;
  if (!found) throw new Error(`No merchant ${merchantId} to write to.`);
  return found;
}
