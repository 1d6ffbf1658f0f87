import { type SQL, sql } from "drizzle-orm";

/**
 * The name that a business goes by (docs/kyc.md#business-information): its KYC's, else the one it was created with.
 * @param m what `merchants` is called in the query
 */
export const businessNameOf = (m: SQL) =>
  sql<string>`coalesce((select named.business_info->>'businessName' from kyc_records named
    where named.merchant_id = ${m}.id), ${m}.business_name)`;

/** The same where `merchants` has no other name. */
export const businessName = businessNameOf(sql`merchants`);
