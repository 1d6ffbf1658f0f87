import { eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { inReach } from "@/db/tenancy";
import type { Call } from "@/lib/kernel/call";
import type { Reach } from "@/lib/kernel/reach";
import { rateMerchants } from "@/lib/merchants/kyc/review/rate-kyc";
import { recordAudit } from "@/lib/platform/audit/record-audit";

/** The merchant's row must be locked; rows are locked in the order of their ids. */
export async function cancelFundingRequests(call: Call<{ reach: Reach; merchantId: string }>): Promise<string[]> {
  const { actor, reach, merchantId, now } = call;
  const { id, status } = fundingRequests;
  const pending = await db()
    .select({ id })
    .from(fundingRequests)
    .where(inReach(fundingRequests, reach, eq(fundingRequests.merchantId, merchantId), eq(status, "PENDING")))
    .orderBy(id)
    .for("update");
  const ids = pending.map((request) => request.id);
  await db()
    .update(fundingRequests)
    .set({ status: "CANCELLED", decidedAt: now, dueAt: null, leasedUntil: null })
    .where(inReach(fundingRequests, reach, inArray(id, ids)));
  await rateMerchants(new Map([[merchantId, now]]));
  for (const subjectId of ids) await recordAudit({ actor, action: "funding-request.cancel", subjectId, now });
  return ids;
}
