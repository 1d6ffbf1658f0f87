import { desc, eq, ne } from "drizzle-orm";
import { db } from "@/db/client";
import { submissions } from "@/db/schema/scoring";
import { inReach } from "@/db/tenancy";
import { openRecord } from "@/lib/merchant-data/stored-record";
import type { Reach } from "@/lib/reach";

/** How often the marketplace pays the merchant out, from the latest data; undefined if not stated there. */
export async function payoutFrequencyOf(reach: Reach, merchantId: string) {
  const [newest] = await db()
    .select({ record: submissions.record })
    .from(submissions)
    .where(inReach(submissions, reach, eq(submissions.merchantId, merchantId), ne(submissions.status, "FAILED")))
    .orderBy(desc(submissions.submittedAt), desc(submissions.id))
    .limit(1);
  return newest && openRecord(newest.record).payoutCashFlow?.payoutFrequency;
}
