import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { goLiveRequests } from "@/db/schema/marketplaces";
import { inTenant } from "@/db/tenancy";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import type { GoLiveStatus } from "@/lib/terms/go-live";

type End = { status: Exclude<GoLiveStatus, "REQUESTED">; reason?: string; realNow: RealTime };

export async function endRequest({ marketplaceId }: Tenant, end: End): Promise<string | undefined> {
  const live = tenantOf({ marketplaceId, environment: "live" });
  const [ended] = await db()
    .update(goLiveRequests)
    .set({ status: end.status, reason: end.reason ?? null, endedAt: end.realNow })
    .where(inTenant(goLiveRequests, live, eq(goLiveRequests.status, "REQUESTED")))
    .returning({ id: goLiveRequests.id });
  return ended?.id;
}
