import { eq } from "drizzle-orm";
import { db, inTransaction } from "@/db/client";
import { submissions } from "@/db/schema/scoring";
import { inReach } from "@/db/tenancy";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { scoreSubmission } from "./score-submission";

/**
 * Scores what a merchant's marketplace has sent and nobody has scored yet, so that a decision rests on all of it. In a
 * transaction nothing is scored, since the scores of several callers are stored together: there the caller waits.
 */
export async function scoreQueued(reach: Reach, merchantId: string, now: BusinessTime): Promise<void> {
  if (inTransaction()) return;
  const queued = await db()
    .select({ id: submissions.id })
    .from(submissions)
    .where(inReach(submissions, reach, eq(submissions.merchantId, merchantId), eq(submissions.status, "QUEUED")));
  await Promise.all(queued.map(({ id }) => scoreSubmission(id, now)));
}
