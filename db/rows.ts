import { sql } from "drizzle-orm";
import { z } from "zod";
import { env } from "@/lib/kernel/env";
import type { Kobo } from "@/lib/kernel/money";
import { db } from "./client";

/** Exactly the columns of a row, as the driver returns them. */
type RowSchema = z.ZodObject<z.core.$ZodLooseShape, z.core.$strict>;

/** rowsOf(schema)`select …`. Tests parse every row with the schema; production passes rows on unchecked. */
export function rowsOf<Row extends RowSchema>(schema: Row) {
  return async (text: TemplateStringsArray, ...values: unknown[]): Promise<z.input<Row>[]> => {
    const rows: Record<string, unknown>[] = await db().execute(sql(text, ...values));
    if (env().checkRows) for (const row of rows) schema.parse(row);
    return rows as z.input<Row>[];
  };
}

/** A bigint or a numeric, which comes as text: its range is wider than that of a JavaScript number. */
export const bigint = z.string().regex(/^-?\d+$/);

/** A timestamptz: `2026-11-22 02:14:12.565+00`. */
export const timestamp = z.string().regex(/^\d{4,}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)*$/);

/** A timestamptz inside JSON: `2026-11-22T02:14:12.565+00:00`. */
export const jsonTimestamp = z.iso.datetime({ offset: true });

/** Money, inside JSON or cast to float8: both are exact to 2^53. */
export const koboValue = z.custom<Kobo>(Number.isSafeInteger);
