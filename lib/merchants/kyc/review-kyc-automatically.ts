import { and, eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { automaticOutcome } from "./automatic-outcome";
import { listDirectors } from "./director-rows";
import { reviewKyc } from "./review-kyc";

/** docs/sandbox.md#reviews. A live record, or one already decided, is left alone. */
export async function reviewKycAutomatically(kycId: string, now: BusinessTime): Promise<null> {
  return transaction(async () => {
    const [found] = await db().select().from(kycRecords).where(eq(kycRecords.id, kycId));
    if (!found) return null;
    const tenant = tenantOf(found);
    const actor: Actor = { kind: "job", tenant, task: "review-kyc" };
    const reach = reachOf(actor);
    const merchant = await findMerchant(reach, found.merchantId, { lock: true });
    const waiting = and(
      eq(kycRecords.id, kycId),
      eq(kycRecords.status, "SUBMITTED"),
      eq(kycRecords.environment, "test"),
    );
    const [submitted] = await db().select({ businessInfo: kycRecords.businessInfo }).from(kycRecords).where(waiting);
    if (!submitted) {
      await db().update(kycRecords).set({ dueAt: null, leasedUntil: null }).where(eq(kycRecords.id, kycId));
      return null;
    }
    const directors = await listDirectors(reach, merchant);
    const outcome = automaticOutcome({ directors, businessInfo: submitted.businessInfo }, now);
    await reviewKyc({ actor, ref: merchant.merchantId, outcome, now });
    return null;
  });
}
