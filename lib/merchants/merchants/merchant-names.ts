import { eq, sql } from "drizzle-orm";
import { businessName } from "@/db/business-name";
import { db } from "@/db/client";
import { directors, kycRecords } from "@/db/schema/kyc";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import type { Reach } from "@/lib/kernel/reach";

/** The name that the business goes by, then the names of the directors. */
export async function merchantNames(reach: Reach, merchantId: string): Promise<string[]> {
  const [row] = await db()
    .select({
      businessName,
      people: sql<string[]>`array(
        select concat_ws(' ', d.first_name, d.middle_name, d.last_name) from ${directors} d
        where d.kyc_id = ${kycRecords.id} order by d.list_position)`,
    })
    .from(merchants)
    .leftJoin(kycRecords, eq(kycRecords.merchantId, merchants.id))
    .where(inReach(merchants, reach, eq(merchants.id, merchantId)));
  if (!row) return [];
  return [row.businessName, ...row.people].filter((name): name is string => Boolean(name));
}
