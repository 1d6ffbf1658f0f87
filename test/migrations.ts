import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterEach, inject } from "vitest";
import { type Migrating, migrateDatabase } from "@/db/migrate";

/** An empty database and migrations of a test's own. */
export type TriedMigrations = {
  sql: postgres.Sql;
  url: string;
  /** Of the migrations as they are written now. @param migrations by their names */
  folder: (migrations: Record<string, string>) => string;
  /** Applies them. Answers what was said meanwhile. */
  migrate: (migrations: Record<string, string>, options?: Options) => Promise<string[]>;
  /** Makes a role without rights. Answers with which address it connects. */
  addRole: () => Promise<string>;
};

type Options = Partial<Pick<Migrating, "ownerUrl" | "serviceUrl" | "attempts">>;

const ends: (() => Promise<void>)[] = [];

/** Gives each test an empty database; call `clearMigrations` at the top of the file too. */
export async function tryMigrations(): Promise<TriedMigrations> {
  const admin = postgres(inject("adminUrl"), { max: 1, onnotice: () => {} });
  const name = `migrated_${randomBytes(6).toString("hex")}`;
  await admin`create database ${admin(name)}`;
  const url = new URL(inject("adminUrl"));
  url.pathname = `/${name}`;
  const sql = postgres(url.href, { max: 4, onnotice: () => {} });
  const root = mkdtempSync(join(tmpdir(), "migrations-"));
  const folder = (migrations: Record<string, string>) => {
    const at = join(root, "migrations");
    mkdirSync(join(at, "meta"), { recursive: true });
    for (const [tag, text] of Object.entries(migrations)) writeFileSync(join(at, `${tag}.sql`), text);
    const entries = Object.keys(migrations).map((tag, i) => ({ tag, when: i + 1 }));
    writeFileSync(join(at, "meta", "_journal.json"), JSON.stringify({ entries }));
    return at;
  };
  const roles: string[] = [];
  const addRole = async () => {
    const role = `${name}_${roles.length}`;
    await admin`create role ${admin(role)} login password '${admin.unsafe(role)}'`;
    roles.push(role);
    return Object.assign(new URL(url), { username: role, password: role }).href;
  };
  ends.push(async () => {
    await sql.end({ timeout: 5 });
    await admin`drop database ${admin(name)} with (force)`;
    for (const role of roles) await admin`drop role ${admin(role)}`;
    await admin.end();
    rmSync(root, { recursive: true, force: true });
  });
  const migrate = async (migrations: Record<string, string>, options: Options = {}) => {
    const said: string[] = [];
    const say = (line: string) => said.push(line);
    const addresses = { ownerUrl: url.href, serviceUrl: url.href };
    await migrateDatabase({ ...addresses, say, folder: folder(migrations), ...options });
    return said;
  };
  return { sql, url: url.href, folder, migrate, addRole };
}

export function clearMigrations(): void {
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });
}
