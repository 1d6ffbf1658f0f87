import { sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { rowsOf, timestamp } from "@/db/rows";
import { submissions } from "@/db/schema/scoring";
import { log } from "@/lib/log";
import { partPath, parts } from "@/lib/merchant-data/groups";
import type { Part } from "@/lib/merchant-data/schema";
import { openRecord } from "@/lib/merchant-data/stored-record";
import type { BusinessTime } from "@/lib/time";
import { carriedFor } from "./constants";
import { decisiveIn, fieldsMark, lackOf, notesOf } from "./shared-parts";

/** Data that may leave out parts, and where it stands among the merchant's submissions. */
export type Incomplete = {
  merchantId: string;
  submissionId: string;
  submittedAt: BusinessTime;
  missing: readonly Part[];
};

/** Where a part was last shared; `record` as stored. */
export type Shared = { submissionId: string; submittedAt: Date; record: string };

type Asked = Omit<Incomplete, "missing"> & { name: Part; position: number };

const foundRow = z.strictObject({
  position: z.int(),
  name: z.enum(parts),
  id: z.string(),
  submittedAt: timestamp,
  notes: z.array(z.string()),
});
type Found = z.output<typeof foundRow>;
const recordRow = z.strictObject({ id: z.string(), record: z.string() });

/**
 * For each of these, in the same order, the newest earlier data of the merchant that had a part now missing, up to 180
 * days back: of a missing group also that of each decisive field, which may be older data than the group's. Earlier is by
 * the moment of submission, however late anything is scored.
 */
export async function earlierParts(of: readonly Incomplete[]): Promise<Map<Part, Shared>[]> {
  const found = of.map(() => new Map<Part, Shared>());
  const asked = of.flatMap(({ missing, ...one }, position) => missing.map((name) => ({ ...one, name, position })));
  if (asked.length === 0) return found;
  const since = Math.min(...asked.map(({ submittedAt }) => submittedAt.getTime())) - carriedFor;
  await learnParts([...new Set(asked.map(({ merchantId }) => merchantId))], new Date(since));
  const shared = await findShared(asked);
  const fields = shared.flatMap(fieldsOfGroup);
  const lacking = fields.filter(({ name, notes }) => notes.includes(lackOf(name)));
  const older = await findShared(
    lacking.flatMap(({ name, position }): Asked[] => (of[position] ? [{ ...of[position], name, position }] : [])),
  );
  const rows = [...shared, ...fields.filter((field) => !lacking.includes(field)), ...older];
  const records = await loadRecords([...new Set(rows.map(({ id }) => id))]);
  for (const { position, name, id, submittedAt } of rows) {
    const record = records.get(id);
    if (record) found[position]?.set(name, { submissionId: id, submittedAt: new Date(submittedAt), record });
  }
  return found;
}

/** The decisive fields of a group that was found, as if they had been found where it was. */
function fieldsOfGroup(found: Found): Found[] {
  const { group, field } = partPath(found.name);
  return field === null ? decisiveIn(group).map((name) => ({ ...found, name })) : [];
}

async function findShared(asked: readonly Asked[]): Promise<Found[]> {
  if (asked.length === 0) return [];
  const column = (values: readonly (string | number)[]) => sql.param(values.map(String));
  return rowsOf(foundRow)`
    select asked.position::int as position, asked.name, source.id, source.submitted_at as "submittedAt", source.notes
    from unnest(
      ${column(asked.map(({ position }) => position))}::text[], ${column(asked.map(({ name }) => name))}::text[],
      ${column(asked.map(({ name }) => partPath(name).group))}::text[],
      ${column(asked.map(({ name }) => lackOf(name)))}::text[],
      ${column(asked.map(({ merchantId }) => merchantId))}::text[],
      ${column(asked.map(({ submissionId }) => submissionId))}::text[],
      ${column(asked.map(({ submittedAt }) => submittedAt.toISOString()))}::text[]
    ) as asked(position, name, shared, lack, merchant_id, submission_id, submitted_at)
    cross join lateral (
      select s.id, s.submitted_at, s.groups as notes from ${submissions} s
      where s.merchant_id = asked.merchant_id and s.status <> 'FAILED'
        and s.groups @> array[asked.shared] and not s.groups @> array[asked.lack]
        and (s.submitted_at, s.id) < (asked.submitted_at::timestamptz, asked.submission_id)
        and s.submitted_at >= asked.submitted_at::timestamptz - ${carriedFor} * interval '1 millisecond'
      order by s.submitted_at desc, s.id desc limit 1
    ) source`;
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
