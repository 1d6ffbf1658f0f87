import { sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { rowsOf, timestamp } from "@/db/rows";
import { submissions } from "@/db/schema/scoring";
import { log } from "@/lib/log";
import { optionalGroups, sharedGroups } from "@/lib/merchant-data/groups";
import type { OptionalGroup } from "@/lib/merchant-data/schema";
import { openRecord } from "@/lib/merchant-data/stored-record";
import type { BusinessTime } from "@/lib/time";
import { carriedFor } from "./constants";

/** Data that may leave out groups, and where it stands among the merchant's submissions. */
export type Incomplete = {
  merchantId: string;
  submissionId: string;
  submittedAt: BusinessTime;
  missing: readonly OptionalGroup[];
};

/** Where a group was last shared; `record` as stored. */
export type Shared = { submissionId: string; submittedAt: Date; record: string };

const foundRow = z.strictObject({
  position: z.int(),
  name: z.enum(optionalGroups),
  id: z.string(),
  submittedAt: timestamp,
});
const recordRow = z.strictObject({ id: z.string(), record: z.string() });

/**
 * For each of these, in the same order, the newest earlier data of the merchant that had a group now missing, up to
 * 180 days back. Earlier is by the moment of submission, however late anything is scored.
 */
export async function earlierGroups(of: readonly Incomplete[]): Promise<Map<OptionalGroup, Shared>[]> {
  const found = of.map(() => new Map<OptionalGroup, Shared>());
  const asked = of.flatMap(({ missing, ...one }, i) => missing.map((name) => ({ ...one, name, position: i })));
  if (asked.length === 0) return found;
  const since = Math.min(...asked.map(({ submittedAt }) => submittedAt.getTime())) - carriedFor;
  await learnGroups([...new Set(asked.map(({ merchantId }) => merchantId))], new Date(since));
  const column = (values: readonly (string | number)[]) => sql.param(values.map(String));
  const rows = await rowsOf(foundRow)`
    select asked.position::int as position, asked.name, source.id, source.submitted_at as "submittedAt"
    from unnest(
      ${column(asked.map(({ position }) => position))}::text[], ${column(asked.map(({ name }) => name))}::text[],
      ${column(asked.map(({ merchantId }) => merchantId))}::text[],
      ${column(asked.map(({ submissionId }) => submissionId))}::text[],
      ${column(asked.map(({ submittedAt }) => submittedAt.toISOString()))}::text[]
    ) as asked(position, name, merchant_id, submission_id, submitted_at)
    cross join lateral (
      select s.id, s.submitted_at from ${submissions} s
      where s.merchant_id = asked.merchant_id and s.status <> 'FAILED' and s.groups @> array[asked.name]
        and (s.submitted_at, s.id) < (asked.submitted_at::timestamptz, asked.submission_id)
        and s.submitted_at >= asked.submitted_at::timestamptz - ${carriedFor} * interval '1 millisecond'
      order by s.submitted_at desc, s.id desc limit 1
    ) source`;
  const records = await loadRecords([...new Set(rows.map(({ id }) => id))]);
  for (const { position, name, id, submittedAt } of rows) {
    const record = records.get(id);
    if (record) found[position]?.set(name, { submissionId: id, submittedAt: new Date(submittedAt), record });
  }
  return found;
}

/** Records as stored, by the submissions' ids. */
export async function loadRecords(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf(recordRow)`
    select id, record from ${submissions} where id = any(${sql.param(ids)}::text[])`;
  return new Map(rows.map(({ id, record }) => [id, record]));
}

/** Submissions opened at once: a merchant may have sent data daily. */
const learntAtOnce = 200;

/** Notes what submissions from before `groups` was kept shared; the first look at a merchant's data finds them. */
async function learnGroups(merchantIds: readonly string[], since: Date): Promise<void> {
  for (;;) {
    const rows = await rowsOf(recordRow)`
      select id, record from ${submissions}
      where groups is null and merchant_id = any(${sql.param(merchantIds)}::text[])
        and submitted_at >= ${since.toISOString()}::timestamptz
      order by id limit ${learntAtOnce}`;
    if (rows.length === 0) return;
    const groups = rows.map(({ id, record }) => groupsIn(id, record).join(","));
    await db().execute(sql`
      update ${submissions} s set groups = string_to_array(learnt.groups, ',')
      from unnest(${sql.param(rows.map(({ id }) => id))}::text[], ${sql.param(groups)}::text[]) as learnt(id, groups)
      where s.id = learnt.id`);
  }
}

function groupsIn(submissionId: string, record: string): OptionalGroup[] {
  try {
    return sharedGroups(openRecord(record));
  } catch (error) {
    log.error("an earlier submission could not be read", error, { submissionId });
    return [];
  }
}
