import { desc, eq } from "drizzle-orm";
import { z } from "zod";
import { db, inTransaction, transaction } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { merchants } from "@/db/schema/merchants";
import { scores, submissions } from "@/db/schema/scoring";
import { inReach } from "@/db/tenancy";
import { environments } from "@/lib/kernel/actor";
import { type Reach, reachOfRow } from "@/lib/kernel/reach";
import { type BusinessTime, businessTime, type RealTime } from "@/lib/kernel/time";
import { modelVersion } from "@/lib/terms/scoring/constants";
import { queueRescore } from "./queue-rescore";
import { scoreNow } from "./score-submission";

/** Merchants looked at between two pauses. */
const pageSize = 100;

/**
 * So that nothing is decided by an older model's score. Inside a decision, what is queued already is left to those who
 * score it: they need the merchant's row, which the decision has locked, and the decision would need theirs.
 */
export async function rescoreOutdated(reach: Reach, merchantId: string, now: BusinessTime): Promise<void> {
  const [newest] = await db()
    .select({ modelVersion: scores.modelVersion })
    .from(scores)
    .where(inReach(scores, reach, eq(scores.merchantId, merchantId)))
    .orderBy(desc(scores.submittedAt), desc(scores.submissionId))
    .limit(1);
  if (!newest || newest.modelVersion === modelVersion) return;
  const deciding = inTransaction();
  await transaction(async () => {
    const [queued] = await db()
      .select({ id: submissions.id })
      .from(submissions)
      .where(inReach(submissions, reach, eq(submissions.merchantId, merchantId), eq(submissions.status, "QUEUED")))
      .orderBy(desc(submissions.submittedAt), desc(submissions.id))
      .limit(1);
    if (queued && deciding) return;
    const id = queued?.id ?? (await queueRescore(reach, merchantId, now));
    if (id) await scoreNow(id, now);
  });
}

const outdatedRow = z.strictObject({
  id: z.string(),
  marketplaceId: z.string(),
  environment: z.enum(environments),
  outdated: z.boolean(),
});

/** What an upgrade does, a hundred merchants a page. Returns the one this page ended with, null at the end. */
export async function queueOutdated(after: string, realNow: RealTime): Promise<string | null> {
  const page = await rowsOf(outdatedRow)`
    select m.id, m.marketplace_id as "marketplaceId", m.environment,
      coalesce((
        select s.model_version <> ${modelVersion} from ${scores} s where s.merchant_id = m.id
        order by s.submitted_at desc, s.submission_id desc limit 1
      ), false) and not exists (
        select 1 from ${submissions} q where q.merchant_id = m.id and q.status = 'QUEUED'
      ) as outdated
    from ${merchants} m where m.id > ${after} order by m.id limit ${pageSize}`;
  for (const { id, outdated, ...tenant } of page) {
    // By real time: no clock is behind it, so the work is due a minute later at the latest.
    if (outdated) await queueRescore(reachOfRow({ ...tenant, merchantId: id }), id, businessTime(realNow, 0));
  }
  return page.length === pageSize ? (page.at(-1)?.id ?? null) : null;
}
