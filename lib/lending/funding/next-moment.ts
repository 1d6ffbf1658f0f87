import { type SQL, sql } from "drizzle-orm";
import { fundingRequests } from "@/db/schema/funding";
import { kycRecords } from "@/db/schema/kyc";
import { inReach } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { day } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { reconcileEvery, waitForDataFor } from "./policy";

/** For `readNext`: a timeframe or the wait for data ends, or a day has passed; all else wakes a request itself. */
export function nextFundingMoment(tenant: Tenant, businessTime: BusinessTime): SQL {
  const { createdAt, dueAt, financingTimeframeDays, merchantId } = fundingRequests;
  const now = sql`${businessTime.toISOString()}::timestamptz`;
  const plus = (ms: number) => sql`${ms} * interval '1 millisecond'`;
  const comes = (moment: ReturnType<typeof sql>) => sql`case when ${moment} > ${now} then ${moment} end`;
  return sql`
    select min(least(
      ${comes(sql`${createdAt} + ${financingTimeframeDays} * interval '24 hours'`)},
      ${comes(sql`greatest(${createdAt}, ${kycRecords.decidedAt}) + ${plus(waitForDataFor)}`)},
      ${dueAt} + ${plus(day - reconcileEvery)}
    )) as next
    from ${fundingRequests} left join ${kycRecords} on ${kycRecords.merchantId} = ${merchantId}
    where ${inReach(fundingRequests, everyMerchantOf(tenant))} and ${dueAt} > ${now}`;
}
