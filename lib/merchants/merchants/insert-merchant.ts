import { z } from "zod";
import { rowsOf } from "@/db/rows";
import type { Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import type { BusinessTime } from "@/lib/kernel/time";
import type { ConnectionStatus } from "@/lib/terms/connections";
import type { CreateMerchant } from "@/lib/terms/merchants/schema";

type NewMerchant = Pick<CreateMerchant, "businessName"> &
  Partial<Omit<CreateMerchant, "thirdPartyCustomerId">> & {
    /** The service's, of a caller that names it in the same breath. */
    id?: string;
    thirdPartyCustomerId: string | null;
    userId?: string;
  };

const insertedRow = z.strictObject({
  merchantId: z.string(),
  connectionId: z.string(),
  thirdPartyCustomerId: z.string().nullable(),
});

/**
 * Those whose id or user the marketplace has are skipped and not returned. Overlapping lists must be in the same order
 * to avoid deadlocks. Without `activatedAt` the connections are PENDING.
 */
export async function insertMerchants(
  tenant: Tenant,
  merchants: readonly NewMerchant[],
  times: { now: BusinessTime; announcedAt: BusinessTime | null; activatedAt?: BusinessTime },
): Promise<z.input<typeof insertedRow>[]> {
  const rows = merchants.map((merchant, position) => ({
    id: newId("merchant"),
    ...merchant,
    position,
    connectionId: newId("connection"),
    kycId: newId("kyc"),
  }));
  const { marketplaceId, environment } = tenant;
  const now = times.now.toISOString();
  const announcedAt = times.announcedAt?.toISOString() ?? null;
  const activatedAt = times.activatedAt?.toISOString() ?? null;
  const status: ConnectionStatus = activatedAt ? "ACTIVE" : "PENDING";
  return rowsOf(insertedRow)`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, "connectionId" text, "kycId" text,
        "thirdPartyCustomerId" text, "businessName" text, "userId" text, email text, "phoneNumber" text,
        "firstName" text, "lastName" text, "businessType" text, industry text, "businessCategory" text,
        "externalReference" text, position int)
      order by position
    ), made as (
      insert into merchants (id, marketplace_id, environment, third_party_customer_id, business_name, user_id, email,
        phone_number, first_name, last_name, business_type, industry, business_category, created_at, announced_at)
      select id, ${marketplaceId}, ${environment}, "thirdPartyCustomerId", "businessName", "userId", email, "phoneNumber",
        "firstName", "lastName", "businessType", industry, "businessCategory", ${now}::timestamptz, ${announcedAt}::timestamptz
      from given on conflict do nothing
      returning id
    ), connected as (
      insert into connections (id, marketplace_id, environment, merchant_id, status, external_reference, created_at,
        activated_at)
      select "connectionId", ${marketplaceId}, ${environment}, id, ${status}, "externalReference", ${now}::timestamptz,
        ${activatedAt}::timestamptz
      from given join made using (id)
    ), recorded as (
      insert into kyc_records (id, marketplace_id, environment, merchant_id, status, created_at)
      select "kycId", ${marketplaceId}, ${environment}, id, 'PENDING', ${now}::timestamptz from given join made using (id)
    )
    select id as "merchantId", "connectionId", "thirdPartyCustomerId" from given join made using (id)`;
}
