import { desc, eq, ne } from "drizzle-orm";
import { db } from "@/db/client";
import { leaseFor } from "@/db/due";
import { submissions } from "@/db/schema/scoring";
import { inReach, ownedBy } from "@/db/tenancy";
import { later } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";

/**
 * As a new submission of the same record and time. The caller scores it after the commit; should it die, the queue
 * does. Returns the submission to score, null when there is no data.
 */
export async function queueRescore(reach: Reach, merchantId: string, now: BusinessTime): Promise<string | null> {
  const [newest] = await db()
    .select({ record: submissions.record, groups: submissions.groups, submittedAt: submissions.submittedAt })
    .from(submissions)
    .where(inReach(submissions, reach, eq(submissions.merchantId, merchantId), ne(submissions.status, "FAILED")))
    .orderBy(desc(submissions.submittedAt), desc(submissions.id))
    .limit(1);
  if (!newest) return null;
  const id = newId("submission");
  const dueAt = later(now, leaseFor);
  await db()
    .insert(submissions)
    .values({ id, ...ownedBy(reach.tenant), merchantId, status: "QUEUED", ...newest, dueAt });
  return id;
}
