import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { minute, second } from "@/lib/kernel/calendar";
import { processWide } from "@/lib/kernel/process-wide";
import { askApart } from "./ask-apart";

/** As `drizzle-kit` leaves the schema beside the migration that brings it about. */
const snapshot = z.object({
  tables: z.record(z.string(), z.object({ name: z.string(), columns: z.record(z.string(), z.unknown()) })),
});

/** How long a schema that was whole is believed, in milliseconds. */
const believedFor = minute;

type Known = { wanted?: Promise<string[]>; wholeUntil: number };
const known: Known = processWide("schema-in-place", () => ({ wholeUntil: Number.NEGATIVE_INFINITY }));

const missingRow = z.strictObject({ column: z.string() });

/**
 * The columns, as `table.column`, that this code works with and the database does not have: its migrations are still to come,
 * or it was restored as it was before them. More than that is no trouble: a newer release works beside us.
 */
export async function missingColumns(): Promise<string[]> {
  if (performance.now() < known.wholeUntil) return [];
  known.wanted ??= columnsOf(path.join(process.cwd(), "db", "migrations", "meta")).catch((error: unknown) => {
    // A disk that has failed once may be back.
    delete known.wanted;
    throw error;
  });
  const wanted = JSON.stringify(await known.wanted);
  // The service's own role may not read the list of migrations, but what there is it may.
  const found = await askApart(
    3 * second,
    (sql) => sql`
    select wanted as column from jsonb_array_elements_text(${wanted}::text::jsonb) wanted
    except select c.relname || '.' || a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
    order by 1`,
  );
  const missing = missingRow.array().parse([...found]);
  if (missing.length === 0) known.wholeUntil = performance.now() + believedFor;
  return missing.map(({ column }) => column);
}

async function columnsOf(folder: string): Promise<string[]> {
  const newest = (await readdir(folder))
    .filter((name) => name.endsWith("_snapshot.json"))
    .sort()
    .at(-1);
  if (!newest) throw new Error("The migrations have no snapshot of the schema.");
  const { tables } = snapshot.parse(JSON.parse(await readFile(path.join(folder, newest), "utf8")));
  return Object.values(tables).flatMap(({ name, columns }) =>
    Object.keys(columns).map((column) => `${name}.${column}`),
  );
}
