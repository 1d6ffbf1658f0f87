import { sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { rowsOf, timestamp } from "@/db/rows";
import { submissions } from "@/db/schema/scoring";
import { log } from "@/lib/kernel/log";
import type { BusinessTime } from "@/lib/kernel/time";
import { carriedFor } from "@/lib/terms/ingestion";
import type { Part } from "@/lib/terms/merchant-data/schema";
import { fieldsMark, notesOf, tells, toldMonths } from "./shared-parts";
import { openRecord } from "./stored-record";

/** Data that may leave out parts, and where it stands among the merchant's submissions. */
export type Incomplete = {
  merchantId: string;
  submissionId: string;
  submittedAt: BusinessTime;
  missing: readonly Part[];
};

/** Where a part was last shared; `record` as stored. */
export type Shared = { submissionId: string; submittedAt: Date; record: string };

const noteRow = z.strictObject({
  position: z.int(),
  id: z.string(),
  submittedAt: timestamp,
  notes: z.array(z.string()),
});
type Noted = z.output<typeof noteRow>;
const recordRow = z.strictObject({ id: z.string(), record: z.string() });

/**
 * In the same order: the newest earlier data with a part now missing, up to 180 days back; a field may be in older data
 * than its group. Earlier is by submission, however late anything is scored.
 */
export async function earlierParts(of: readonly Incomplete[]): Promise<Map<Part, Shared>[]> {
  const asked = of.flatMap((one, position) => (one.missing.length > 0 ? [{ ...one, position }] : []));
  if (asked.length === 0) return of.map(() => new Map());
  const found = of.map(() => new Map<Part, Noted>());
  for (const noted of await findNoted(asked)) {
    const parts = found[noted.position];
    for (const part of wanted(of[noted.position]?.missing ?? [], noted)) {
      if (parts && !parts.has(part) && tells(noted.notes, part)) parts.set(part, noted);
    }
  }
  const records = await loadRecords([...new Set(found.flatMap((parts) => [...parts.values()].map(({ id }) => id)))]);
  return found.map((parts) => new Map([...parts].flatMap(([part, noted]) => sharedIn(records, part, noted))));
}

/** Which months a missing history lacks is only known once it is found: any of them may be. */
function wanted(missing: readonly Part[], { notes }: Noted): readonly Part[] {
  return missing.includes("monthlySalesHistory") ? [...missing, ...toldMonths(notes)] : missing;
}

function sharedIn(records: ReadonlyMap<string, string>, part: Part, { id, submittedAt }: Noted): [Part, Shared][] {
  const record = records.get(id);
  return record ? [[part, { submissionId: id, submittedAt: new Date(submittedAt), record }]] : [];
}

type Asked = Incomplete & { position: number };

/** Earlier data, newest first, with notes of today's kind; of data with the same notes only the newest. */
async function findNoted(asked: readonly Asked[]): Promise<Noted[]> {
  const noted = await readNotes(asked);
  if (noted.every(({ notes }) => notes.includes(fieldsMark))) return noted;
  const since = Math.min(...asked.map(({ submittedAt }) => submittedAt.getTime())) - carriedFor;
  await learnParts([...new Set(asked.map(({ merchantId }) => merchantId))], new Date(since));
  return readNotes(asked);
}

function readNotes(asked: readonly Asked[]): Promise<Noted[]> {
  const column = (values: readonly (string | number)[]) => sql.param(values.map(String));
  return rowsOf(noteRow)`
    select asked.position::int as position, source.id, source.submitted_at as "submittedAt",
      coalesce(source.notes, '{}') as notes
    from unnest(
      ${column(asked.map(({ position }) => position))}::text[],
      ${column(asked.map(({ merchantId }) => merchantId))}::text[],
      ${column(asked.map(({ submissionId }) => submissionId))}::text[],
      ${column(asked.map(({ submittedAt }) => submittedAt.toISOString()))}::text[]
    ) as asked(position, merchant_id, submission_id, submitted_at)
    cross join lateral (
      select distinct on (s.groups) s.id, s.submitted_at, s.groups as notes from ${submissions} s
      where s.merchant_id = asked.merchant_id and s.status <> 'FAILED'
        and (s.submitted_at, s.id) < (asked.submitted_at::timestamptz, asked.submission_id)
        and s.submitted_at >= asked.submitted_at::timestamptz - ${carriedFor} * interval '1 millisecond'
      order by s.groups, s.submitted_at desc, s.id desc
    ) source
    order by source.submitted_at desc, source.id desc`;
}

export async function loadRecords(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf(recordRow)`
    select id, record from ${submissions} where id = any(${sql.param(ids)}::text[])`;
  return new Map(rows.map(({ id, record }) => [id, record]));
}

/** Submissions opened at once: a merchant may have sent data daily. */
const learntAtOnce = 200;

/** Notes what submissions shared that have no notes, or older ones; the first look at a merchant's data finds them. */
async function learnParts(merchantIds: readonly string[], since: Date): Promise<void> {
  for (;;) {
    // Materialized, or the limit could lead the planner through the whole table in the order of ids.
    const rows = await rowsOf(recordRow)`
      with unread as materialized (
        select id from ${submissions}
        where merchant_id = any(${sql.param(merchantIds)}::text[]) and status <> 'FAILED'
          and submitted_at >= ${since.toISOString()}::timestamptz
          and (groups is null or not groups @> array[${fieldsMark}])
      )
      select id, record from ${submissions} where id in (select id from unread order by id limit ${learntAtOnce})`;
    if (rows.length === 0) return;
    const groups = rows.map(({ id, record }) => notesIn(id, record).join(","));
    await db().execute(sql`
      update ${submissions} s set groups = string_to_array(learnt.groups, ',')
      from unnest(${sql.param(rows.map(({ id }) => id))}::text[], ${sql.param(groups)}::text[]) as learnt(id, groups)
      where s.id = learnt.id`);
  }
}

function notesIn(submissionId: string, record: string): string[] {
  try {
    return notesOf(openRecord(record));
  } catch (error) {
    log.error("an earlier submission could not be read", error, { submissionId });
    return [fieldsMark];
  }
}
