import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { directors, kycRecords } from "@/db/schema/kyc";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import type { Reach } from "@/lib/kernel/reach";

/** The business name from KYC, or until there is one that from its marketplace; then the names of the directors. */
export async function merchantNames(reach: Reach, merchantId: string): Promise<string[]> {
  const [row] = await db()
    .select({
      registered: sql<string | null>`${kycRecords.businessInfo}->>'businessName'`,
      known: merchants.businessName,
      people: sql<string[]>`array(
        select concat_ws(' ', d.first_name, d.middle_name, d.last_name) from ${directors} d
        where d.kyc_id = ${kycRecords.id} order by d.list_position)`,
    })
    .from(merchants)
    .leftJoin(kycRecords, eq(kycRecords.merchantId, merchants.id))
    .where(inReach(merchants, reach, eq(merchants.id, merchantId)));
  if (!row) return [];
  return [row.registered ?? row.known, ...row.people].filter((name): name is string => Boolean(name));
}
