import { z } from "zod";
import { one } from "@/db/client";
import { rowsOf } from "@/db/rows";
import type { Tenant } from "@/lib/kernel/actor";
import { firstMerchantPrefix } from "@/lib/terms/getting-started";
import { kycStatuses } from "@/lib/terms/kyc/states";
import { loanStates } from "@/lib/terms/loans/states";

/** Of a marketplace that has more merchants than this, only so many of the newest are looked at. */
const mostLookedAt = 50;

const progressRow = z.strictObject({
  hasKey: z.boolean(),
  origins: z.array(z.string()),
  hasWebhook: z.boolean(),
  merchants: z.boolean(),
  funded: z.boolean(),
  ref: z.string().nullable(),
  merchantId: z.string().nullable(),
  businessName: z.string().nullable(),
  kyc: z.enum(kycStatuses).nullable(),
  loanId: z.string().nullable(),
  loan: z.enum(loanStates).nullable(),
});

/**
 * How far a marketplace has come on its way to a first funded merchant, and the latest merchant that was made for that
 * (`ref` and what follows). Each question stops at the first row it finds.
 */
export type Progress = z.output<typeof progressRow>;

export async function readProgress({ marketplaceId, environment }: Tenant): Promise<Progress> {
  const row = await rowsOf(progressRow)`
    with first_merchant as (
      select * from (
        select id, third_party_customer_id as ref, business_name from merchants
        where marketplace_id = ${marketplaceId} and environment = ${environment} order by id desc limit ${mostLookedAt}
      ) newest where ref like ${`${firstMerchantPrefix}%`} order by id desc limit 1
    )
    select
      exists (select from secret_keys where marketplace_id = ${marketplaceId} and environment = ${environment}
        and revoked_at is null) as "hasKey",
      coalesce((select origins from embedding_origins
        where marketplace_id = ${marketplaceId} and environment = ${environment}), '[]') as origins,
      exists (select from webhook_endpoints
        where marketplace_id = ${marketplaceId} and environment = ${environment}) as "hasWebhook",
      exists (select from merchants
        where marketplace_id = ${marketplaceId} and environment = ${environment}) as merchants,
      exists (select from loans where marketplace_id = ${marketplaceId} and environment = ${environment}
        and disbursed_at is not null) as funded,
      m.ref, m.id as "merchantId", m.business_name as "businessName",
      (select status from kyc_records where merchant_id = m.id) as kyc,
      l.id as "loanId", l.status as loan
    from (values (1)) always
    left join first_merchant m on true
    left join lateral (
      select id, status from loans where merchant_id = m.id order by id desc limit 1) l on true`.then(one);
  return row;
}
