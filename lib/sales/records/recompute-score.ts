import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { scores, submissions } from "@/db/schema/scoring";
import { inReach } from "@/db/tenancy";
import { notFound } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import { scoreWith } from "@/lib/sales/scoring/recompute-score";
import type { StoredResult } from "@/lib/terms/scoring/result";
import { carriedParts } from "./groups";
import { scoredRecord } from "./scored-record";

/** From what the score pins: submissions, limits, flags and model. What comes out is the stored result, bit for bit. */
export async function recomputeScore(reach: Reach, submissionId: string): Promise<StoredResult> {
  const [found] = await db()
    .select({ pinned: scores, record: submissions.record })
    .from(scores)
    .innerJoin(submissions, eq(submissions.id, scores.submissionId))
    .where(inReach(scores, reach, eq(scores.submissionId, submissionId)));
  if (!found) throw notFound("score");
  const { modelVersion, submittedAt: asOf, limits, flags } = found.pinned;
  const carried = found.pinned.carried ?? {};
  const record = await scoredRecord(found.record, carried);
  const carriedOver = carriedParts(carried).map(({ part }) => part);
  return scoreWith(modelVersion, { record, carriedOver, asOf, limits }, flags);
}
