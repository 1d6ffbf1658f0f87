import { and, eq, isNotNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { kycRecords } from "@/db/schema/kyc";
import { submissions } from "@/db/schema/scoring";
import { deliveries } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";

/**
 * Makes everything that waits in a tenant due now: scores, KYC reviews, funding requests, first deliveries. Retries of
 * deliveries keep their time (decisions §13).
 */
export async function bringForward(tenant: Tenant, now: Date): Promise<void> {
  const due = { dueAt: now };
  await transaction(async () => {
    await db()
      .update(submissions)
      .set(due)
      .where(inTenant(submissions, tenant, isNotNull(submissions.dueAt)));
    await db()
      .update(kycRecords)
      .set(due)
      .where(inTenant(kycRecords, tenant, isNotNull(kycRecords.dueAt)));
    await db()
      .update(fundingRequests)
      .set(due)
      .where(inTenant(fundingRequests, tenant, isNotNull(fundingRequests.dueAt)));
    const first = and(isNotNull(deliveries.dueAt), eq(deliveries.attempts, 0));
    await db()
      .update(deliveries)
      .set(due)
      .where(inTenant(deliveries, tenant, first));
  });
}
