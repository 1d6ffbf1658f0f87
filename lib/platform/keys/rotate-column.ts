import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { bigint, rowsOf } from "@/db/rows";
import { decrypt, encrypt } from "@/lib/kernel/crypto";
import type { EncryptedColumn } from "@/lib/kernel/encrypted-columns";

/** Most values of a batch, and about how many characters they may have together: a waiting batch has megabytes. */
const mostValues = 200;
const mostCharacters = 4_000_000;

const pageRow = z.strictObject({ key: z.array(z.string()), value: z.string(), place: bigint });

export type Steps = {
  beforeWrite?: ((column: EncryptedColumn) => Promise<void>) | undefined;
  onWritten?: (done: number) => void;
};

/** What came of a column: values that are under the first key now, and values that no key of the ring opens. */
export type Rotated = { changed: number; unreadable: number; why: string | null };

/**
 * Encrypts the values of a column anew that are not under the first key, batch by batch, each in one short statement. A
 * value that somebody has changed since it was read stays as it is, and a row that somebody has locked is passed over:
 * nobody waits for this, and it waits for nobody.
 * @param steps.beforeWrite between a batch being read and written, for tests
 * @param steps.onWritten told after each batch how many values are done
 */
export async function rotateColumn(column: EncryptedColumn, firstKeyId: string, steps: Steps = {}): Promise<Rotated> {
  const rotated: Rotated = { changed: 0, unreadable: 0, why: null };
  let after: string[] | null = null;
  for (;;) {
    const page = await readPage(column, firstKeyId, after);
    if (page.length === 0) return rotated;
    const fresh = page.flatMap(({ key, value }) => {
      try {
        return [{ key, value, sealed: encrypt(column.purpose, decrypt(column.purpose, value)) }];
      } catch (error) {
        rotated.unreadable += 1;
        rotated.why ??= error instanceof Error ? error.message : String(error);
        return [];
      }
    });
    await steps.beforeWrite?.(column);
    if (fresh.length > 0) rotated.changed += await replace(column, fresh);
    steps.onWritten?.(rotated.changed);
    after = page.at(-1)?.key ?? null;
  }
}

function readPage({ table, column, key }: EncryptedColumn, firstKeyId: string, after: string[] | null) {
  const value = sql.identifier(column);
  const columns = list(key.map((name) => sql.identifier(name)));
  const beyond = after ? sql`and (${columns}) > (${list(after.map((part) => sql`${part}`))})` : sql``;
  return rowsOf(pageRow)`
    select key, value, place from (
      select array[${columns}]::text[] as key, ${value} as value, row_number() over (order by ${columns}) as place,
        sum(octet_length(${value})) over (order by ${columns}) - octet_length(${value}) as before
      from ${sql.identifier(table)}
      where ${value} is not null and not starts_with(${value}, ${`${firstKeyId}.`}) ${beyond}
      order by ${columns} limit ${mostValues}
    ) page where before < ${mostCharacters} order by place`;
}

type Fresh = { key: string[]; value: string; sealed: string };

async function replace({ table, column, key }: EncryptedColumn, fresh: readonly Fresh[]): Promise<number> {
  const value = sql.identifier(column);
  const parts = key.map((_, i) => sql.identifier(`key_${i}`));
  const texts = (all: readonly (string | undefined)[]) => sql`${sql.param(all)}::text[]`;
  const given = [
    ...key.map((_, i) => texts(fresh.map((one) => one.key[i]))),
    texts(fresh.map((one) => one.value)),
    texts(fresh.map((one) => one.sealed)),
  ];
  const same = (row: SQL) =>
    sql.join(
      key.map((name, i) => sql`t.${sql.identifier(name)} = ${row}.${sql.identifier(`key_${i}`)}`),
      sql` and `,
    );
  const changed = await db().execute(sql`
    with given as (select * from unnest(${list(given)}) g(${list(parts)}, old, sealed)),
    free as (
      select g.* from ${sql.identifier(table)} t join given g on ${same(sql`g`)} and t.${value} = g.old
      for no key update of t skip locked
    )
    update ${sql.identifier(table)} t set ${value} = f.sealed from free f
    where ${same(sql`f`)} and t.${value} = f.old returning 1`);
  return changed.length;
}

function list(parts: readonly (SQL | ReturnType<typeof sql.identifier>)[]): SQL {
  return sql.join([...parts], sql`, `);
}
