import { eq } from "drizzle-orm";
import { db, nudge } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";

/** Has the merchant's pending requests decided at once, because what they wait for has changed (KYC, a score). */
export async function wakeRequests(call: { tenant: Tenant; merchantId: string; now: Date }): Promise<void> {
  const { tenant, merchantId, now } = call;
  const waiting = inTenant(
    fundingRequests,
    tenant,
    eq(fundingRequests.merchantId, merchantId),
    eq(fundingRequests.status, "PENDING"),
  );
  const rows = await db()
    .update(fundingRequests)
    .set({ dueAt: now })
    .where(waiting)
    .returning({ id: fundingRequests.id });
  for (const { id } of rows) nudge("decide-funding-request", id, tenant);
}
