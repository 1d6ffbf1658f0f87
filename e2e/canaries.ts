import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type postgres from "postgres";

/** Something that must not be found, under a name for people, in the shapes in which it could still be read. */
export type Canary = { name: string; shapes: string[] };

/** A secret: as it is, and in base64 and hex. */
export function secretCanary(name: string, value: string): Canary {
  return { name, shapes: [value, ...base64Shapes(value), ...hexShapes(value)] };
}

/** A short number: also its plain digests, which anybody can undo by trying all numbers. */
export function numberCanary(name: string, value: string): Canary {
  const digests = ["md5", "sha1", "sha256"].flatMap((algorithm) => {
    const digest = createHash(algorithm).update(value).digest();
    return [digest.toString("hex"), digest.toString("base64"), digest.toString("base64url")];
  });
  const { shapes } = secretCanary(name, value);
  return { name, shapes: [...shapes, ...digests, [...value].join(" "), encodeURIComponent([...value].join("-"))] };
}

function hexShapes(value: string): string[] {
  const hex = Buffer.from(value).toString("hex");
  return [hex, hex.toUpperCase()];
}

/** A text reads differently in base64 by where it begins among three bytes; what its neighbours would change is left out. */
function base64Shapes(value: string): string[] {
  const shapes = [0, 1, 2].map((shift) => {
    const encoded = Buffer.from("\0".repeat(shift) + value)
      .toString("base64")
      .replace(/=+$/, "");
    const begin = shift === 0 ? 0 : shift + 1;
    const whole = Math.floor(((shift + value.length) * 8) / 6);
    return encoded.slice(begin, whole);
  });
  return [...new Set([...shapes, ...shapes.map((shape) => shape.replaceAll("+", "-").replaceAll("/", "_"))])];
}

/** Where canaries are in a text or in bytes: one line for each, without the canary. */
export function sightings(where: string, content: string | Buffer, canaries: readonly Canary[]): string[] {
  return canaries.flatMap(({ name, shapes }) => {
    const shape = shapes.findIndex((one) => content.includes(one));
    if (shape < 0) return [];
    const at = content.indexOf(shapes[shape] ?? "");
    const around = content.slice(Math.max(0, at - 120), at).toString();
    return [`${name} (shape ${shape}) in ${where}, after: ${around.replaceAll(/[^\x20-\x7e]+/g, " ")}`];
  });
}

/** Every row of every table, as JSON. */
export async function sightingsInTables(sql: postgres.Sql, canaries: readonly Canary[]): Promise<string[]> {
  const tables = await sql`select schemaname, tablename from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by tablename`;
  const found: string[] = [];
  for (const { schemaname, tablename } of tables) {
    const rows = await sql`select row_to_json(t)::text as row from ${sql(schemaname)}.${sql(tablename)} t`;
    for (const { row } of rows) found.push(...sightings(`table ${tablename}`, row, canaries));
  }
  return found;
}

/** Every file below a folder, bytes as they are: tables, their log of changes, the server's own log, documents. */
export function sightingsInFiles(folder: string, canaries: readonly Canary[]): string[] {
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true })
      // Names of tables and columns, which PostgreSQL writes anew, and removes, while it runs.
      .filter((entry) => entry.isFile() && entry.name !== "pg_internal.init")
      .flatMap((entry) => {
        const file = join(entry.parentPath, entry.name);
        return sightings(file.slice(folder.length + 1), readFileSync(file), canaries);
      })
  );
}
