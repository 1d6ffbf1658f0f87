import { and, eq, inArray, type SQL } from "drizzle-orm";
import { db } from "@/db/client";
import { directors, kycRecords } from "@/db/schema/kyc";
import type { Environment } from "@/lib/kernel/actor";
import { dateOf } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { leastUrgent, riskOf } from "@/lib/terms/kyc/findings";
import { reviewableFrom } from "@/lib/terms/kyc/states";
import { readFindings } from "./read-findings";

/** One number in more cases than that stands near the top of the queue anyhow. */
const mostRated = 200;

/** Where a record stands in the reviewers' queue from now on; one that does not wait for review is left alone. */
export async function rateKyc(kycId: string, now: BusinessTime): Promise<void> {
  await rateCases(eq(kycRecords.id, kycId), () => now);
}

/** The same for merchants whose amounts have changed. @param nows by the merchants' ids */
export async function rateMerchants(nows: ReadonlyMap<string, BusinessTime>): Promise<void> {
  await rateCases(inArray(kycRecords.merchantId, [...nows.keys()]), (merchantId) => nows.get(merchantId));
}

/** The same for whoever gave one of these numbers, at whatever marketplace: it is shared now, or no longer. */
export async function rateSharing(digests: readonly string[], environment: Environment, now: BusinessTime) {
  if (digests.length === 0) return;
  const given = and(inArray(directors.identityDigest, [...digests]), eq(directors.environment, environment));
  const sharing = db().select({ kycId: directors.kycId }).from(directors).where(given);
  await rateCases(inArray(kycRecords.id, sharing), () => now);
}

async function rateCases(which: SQL, nowOf: (merchantId: string) => BusinessTime | undefined): Promise<void> {
  const { id, merchantId, status, urgency: rated } = kycRecords;
  // A case in other hands at the moment is passed over, so that nobody waits for another's: this is about order alone.
  const cases = await db()
    .select({ id, merchantId, rated })
    .from(kycRecords)
    .where(and(which, inArray(status, reviewableFrom.APPROVED)))
    .limit(mostRated)
    .for("no key update", { skipLocked: true });
  if (cases.length === 0) return;
  const days = new Map(cases.map((one) => [one.id, nowOf(one.merchantId)]));
  const found = await readFindings([...days.keys()], (kycId) => {
    const now = days.get(kycId);
    return now === undefined ? "" : dateOf(now);
  });
  for (const one of cases) {
    const urgency = leastUrgent - riskOf(found.get(one.id)?.findings ?? []);
    if (urgency !== one.rated) await db().update(kycRecords).set({ urgency }).where(eq(id, one.id));
  }
}
