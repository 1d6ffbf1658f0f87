import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

export type Migration = {
  name: string;
  /** Milliseconds; in the database it says that the migration was applied. */
  when: number;
  hash: string;
  statements: string[];
  /** Without one its statements run one by one, and may have run before. */
  transaction: boolean;
  /** The migration that code must know to run on the database from here on; none where all code before runs on. */
  contracts: string | undefined;
};

const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/** All migrations of this code, in their order. @param folder of migrations, as drizzle-kit writes it */
export function readMigrations(folder: string): Migration[] {
  const { entries } = journal.parse(JSON.parse(readFileSync(path.join(folder, "meta", "_journal.json"), "utf8")));
  return entries.map(({ tag, when }) => ({
    name: tag,
    when,
    ...parseMigration(readFileSync(path.join(folder, `${tag}.sql`), "utf8")),
  }));
}

/** Reads what its first lines say of a migration: `-- no transaction`, `-- contracts: 0028_name`. */
export function parseMigration(text: string): Omit<Migration, "name" | "when"> {
  const [head = ""] = /^(?:--(?!>).*\n)*/.exec(text) ?? [];
  return {
    hash: createHash("sha256").update(text).digest("hex"),
    statements: text.split("--> statement-breakpoint").filter((one) => one.replace(/^\s*--.*$/gm, "").trim() !== ""),
    transaction: !/^-- no transaction$/m.test(head),
    contracts: /^-- contracts: (\w+)$/m.exec(head)?.[1],
  };
}

/**
 * What a fresh database gets in place of the migrations up to one: the schema that they make, as one script
 * (`npm run db:squash`).
 */
export function readFirst(folder: string): { upTo: string; text: string } | undefined {
  const first = path.join(folder, "..", "first");
  const [file] = existsSync(first) ? readdirSync(first).filter((name) => name.endsWith(".sql")) : [];
  if (!file) return undefined;
  return { upTo: file.replace(/\.sql$/, ""), text: readFileSync(path.join(first, file), "utf8") };
}
