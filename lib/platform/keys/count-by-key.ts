import { sql } from "drizzle-orm";
import { z } from "zod";
import { bigint, rowsOf } from "@/db/rows";
import { encryptedColumns } from "@/lib/kernel/encrypted-columns";

export type Count = { place: string; keyId: string; values: number };

const countRow = z.strictObject({ keyId: z.string(), values: bigint });

/** By column, how many values were sealed with which key: in one statement each, while the service goes on. */
export async function countByKey(): Promise<Count[]> {
  const counts: Count[] = [];
  for (const { table, column } of encryptedColumns) {
    const value = sql.identifier(column);
    const found = await rowsOf(countRow)`
      select split_part(${value}, '.', 1) as "keyId", count(*) as values from ${sql.identifier(table)}
      where ${value} is not null group by 1 order by 1`;
    for (const { keyId, values } of found) counts.push({ place: `${table}.${column}`, keyId, values: Number(values) });
  }
  return counts;
}

const plainRow = z.strictObject({ directors: bigint, documents: bigint });

/** What a former version stored in plain text and no start has encrypted yet. */
export async function countPlain(): Promise<{ directors: number; documents: number }> {
  const [found] = await rowsOf(plainRow)`
    select (select count(*) from directors where personal_encrypted is null) as directors,
      (select count(*) from files where storage_name is not null and data_key_encrypted is null) as documents`;
  return { directors: Number(found?.directors ?? 0), documents: Number(found?.documents ?? 0) };
}
