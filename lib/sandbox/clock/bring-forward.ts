import { eq } from "drizzle-orm";
import { makeDue } from "@/db/due";
import { batches } from "@/db/schema/batches";
import { fundingRequests } from "@/db/schema/funding";
import { kycRecords } from "@/db/schema/kyc";
import { submissions } from "@/db/schema/scoring";
import { deliveries } from "@/db/schema/webhooks";
import type { Tenant } from "@/lib/actor";
import type { BusinessTime } from "@/lib/time";

/**
 * Makes all waiting work of a tenant due now, one short transaction per table. Retries of deliveries keep their time
 * (docs/sandbox.md#test-helpers).
 */
export async function bringForward(tenant: Tenant, now: BusinessTime): Promise<void> {
  for (const table of [batches, submissions, kycRecords, fundingRequests]) await makeDue(tenant, table, now);
  await makeDue(tenant, deliveries, now, eq(deliveries.attempts, 0));
}
