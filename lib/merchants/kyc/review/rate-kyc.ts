import { and, eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { dateOf } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { leastUrgent, riskOf } from "@/lib/terms/kyc/findings";
import { reviewableFrom } from "@/lib/terms/kyc/states";
import { readFindings } from "./read-findings";

/** Where a record stands in the reviewers' queue from now on; one that does not wait for review is left alone. */
export async function rateKyc(kycId: string, now: BusinessTime): Promise<void> {
  const found = await readFindings([kycId], () => dateOf(now));
  const urgency = leastUrgent - riskOf(found.get(kycId)?.findings ?? []);
  const waiting = and(eq(kycRecords.id, kycId), inArray(kycRecords.status, reviewableFrom.APPROVED));
  await db().update(kycRecords).set({ urgency }).where(waiting);
}
