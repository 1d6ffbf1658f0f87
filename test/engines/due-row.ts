import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { db } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { events } from "@/db/schema/webhooks";
import type { Task } from "@/lib/edge/jobs/task";
import type { Tenant } from "@/lib/kernel/actor";

const column = z.strictObject({ name: z.string(), type: z.string() });

let made = 0;

/** What a column that must have a value gets, when nobody reads it. */
function anyValue(type: string, number: number): string | number | boolean {
  if (type.startsWith("timestamp") || type === "date") return "2026-01-01";
  if (type === "json" || type === "jsonb") return "{}";
  if (type === "boolean") return false;
  if (type === "text" || type.startsWith("character")) return `any-${number}`;
  return number;
}

/**
 * A row for a task to work on, as little of one as its table takes: it refers to nothing. For tests whose tasks do not
 * look at it.
 * @returns its id; a chore's is its name
 */
export async function dueRow(
  { name, table, chore }: Pick<Task, "chore" | "name" | "table">,
  owner: Tenant | null,
  { dueAt, leasedUntil = null }: { dueAt: Date; leasedUntil?: Date | null },
): Promise<string> {
  const number = ++made;
  const due = { due_at: dueAt.toISOString(), leased_until: leasedUntil?.toISOString() ?? null };
  if (chore) {
    await db().execute(
      sql`update ${table} set due_at = ${due.due_at}, leased_until = ${due.leased_until} where id = ${name}`,
    );
    return name;
  }
  const id = `${name}-${number}`;
  const whose = owner ? { marketplace_id: owner.marketplaceId, environment: owner.environment } : {};
  // A debit names the mandate that it goes by.
  const by = name === "collect-payment" ? { mandate_id: `any-${number}` } : {};
  const row = { ...whose, ...by, ...due, id };
  // A claim of a delivery reads what is to be sent.
  const event = { ...whose, id: `event-${number}`, body: "{}" };
  const insertions =
    name === "deliver-webhook"
      ? [
          await insertion(events, event, number),
          await insertion(table, { ...row, event_id: event.id, status: "PENDING" }, number),
        ]
      : [await insertion(table, row, number)];
  await db().transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const one of insertions) await tx.execute(one);
  });
  return id;
}

/** An insert of a row with these values, and any in the other columns that must have one. */
async function insertion(table: PgTable, given: object, number: number): Promise<SQL> {
  const name = getTableName(table);
  const columns = await rowsOf(column)`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${name} and is_nullable = 'NO' and column_default is null
      and is_identity = 'NO' and is_generated = 'NEVER'`;
  const needed = Object.fromEntries(columns.map(({ name: of, type }) => [of, anyValue(type, number)]));
  const row = { ...needed, ...given };
  const names = sql.join(
    Object.keys(row).map((of) => sql.identifier(of)),
    sql`, `,
  );
  return sql`insert into ${sql.identifier(name)} (${names})
    select ${names} from jsonb_populate_record(null::${sql.identifier(name)}, ${JSON.stringify(row)}::jsonb)`;
}
