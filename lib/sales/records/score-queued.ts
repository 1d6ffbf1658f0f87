import { eq } from "drizzle-orm";
import { db, inTransaction } from "@/db/client";
import { submissions } from "@/db/schema/scoring";
import { inReach } from "@/db/tenancy";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { scoreSubmission } from "./score-submission";

/** So that a decision rests on all data. In a transaction the caller waits: scores of several are stored together. */
export async function scoreQueued(reach: Reach, merchantId: string, now: BusinessTime): Promise<void> {
  if (inTransaction()) return;
  const queued = await db()
    .select({ id: submissions.id })
    .from(submissions)
    .where(inReach(submissions, reach, eq(submissions.merchantId, merchantId), eq(submissions.status, "QUEUED")));
  await Promise.all(queued.map(({ id }) => scoreSubmission(id, now)));
}
