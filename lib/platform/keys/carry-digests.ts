import { sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { bigint, rowsOf } from "@/db/rows";
import { carryDigest } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";
import type { FoundDigests } from "@/lib/kernel/keys/keyed-digests";

const digestRow = z.strictObject({ at: z.string(), digest: z.string() });
const blocksRow = z.strictObject({ blocks: bigint });

/** Blocks of a table that are looked at together: some thousand rows. */
const blocksEach = 256;

type Steps = { print: (line: string) => void; blocks?: number | undefined };

/** Brings the digests of a purpose under the keys that have come since, each block of its tables once. */
export async function carryDigests({ purpose, places }: FoundDigests, steps: Steps): Promise<void> {
  const { print, blocks = blocksEach } = steps;
  const columns = places.map(namesOf);
  let done = 0;
  for (const { name, table, column } of columns) {
    const [size] = await rowsOf(blocksRow)`select pg_relation_size(${name}::text::regclass) / 8192 as blocks`;
    for (let from = 0; from <= Number(size?.blocks ?? 0); from += blocks) {
      const found = await rowsOf(digestRow)`
        select ctid::text as at, ${column} as digest from ${table}
        where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${from + blocks},0)`}::tid
          and not starts_with(${column}, ${`${env().indexKeys.length}.`})`;
      if (found.length === 0) continue;
      await replace(columns, found, (digest) => carryDigest(purpose, digest));
      done += found.length;
      print(`${purpose}: ${done} carried on`);
    }
  }
}

type Columns = readonly ReturnType<typeof namesOf>[];
type Found = z.infer<typeof digestRow>;

/** One statement for all columns of a purpose: some refer to others, which PostgreSQL looks at in the end. */
async function replace(columns: Columns, found: readonly Found[], carry: (digest: string) => string): Promise<void> {
  const texts = (all: readonly string[]) => sql`${sql.param(all)}::text[]`;
  const given = sql`select * from unnest(${texts(found.map(({ at }) => at))}, ${texts(found.map(({ digest }) => digest))},
    ${texts(found.map(({ digest }) => carry(digest)))}) g(at, former, carried)`;
  const [first] = columns;
  if (first && columns.length === 1) {
    const { table, column } = first;
    await db().execute(sql`with given as (${given}) update ${table} t set ${column} = given.carried
      from given where t.ctid = given.at::tid and t.${column} = given.former`);
    return;
  }
  const updates = columns.map(
    ({ table, column, part }) => sql`${part} as (
      update ${table} set ${column} = once.carried from once where ${column} = once.former returning 1)`,
  );
  await db().execute(sql`with given as (${given}), once as (select distinct former, carried from given),
    ${sql.join(updates, sql`, `)} select 1`);
}

/** Of a place: what SQL calls it. */
export function namesOf(place: FoundDigests["places"][number]) {
  const [table = "", column = ""] = place.split(".");
  return {
    name: table,
    table: sql.identifier(table),
    column: sql.identifier(column),
    part: sql.identifier(`in_${table}`),
  };
}
