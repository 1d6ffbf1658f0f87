import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, inject } from "vitest";
import { checkEvents } from "./recorded-events";

declare module "vitest" {
  interface ProvidedContext {
    /** Superuser's address of the PostgreSQL that scripts/vitest-global-setup.mjs started, database `postgres`. */
    adminUrl: string;
  }
}

const template = "template_app";

/**
 * Gives the test file a database of its own: migrated, empty, dropped at the end, after a look whether every event in it
 * is what its type promises. Call it at the top level of the file. The address is in place before the first query, because
 * the application reads its environment at first use.
 */
export function useDatabase() {
  let admin: postgres.Sql;
  let name: string;
  let url: URL;

  beforeAll(async () => {
    const adminUrl = inject("adminUrl");
    admin = postgres(adminUrl, { max: 1, onnotice: () => {}, fetch_types: false });
    name = (await takeSpare(admin)) ?? (await createFromTemplate(admin));
    url = new URL(adminUrl);
    url.pathname = `/${name}`;
    process.env.DATABASE_URL = url.href;
  });

  afterAll(async () => {
    const { closeDatabase } = await import("@/db/client");
    await closeDatabase();
    try {
      await checkEvents(admin, url.href);
    } finally {
      await admin`drop database if exists ${admin(name)} with (force)`;
      await admin.end();
    }
  });
}

/** A copy that scripts/spare-databases.mjs made ahead, if there is one. */
async function takeSpare(sql: postgres.Sql): Promise<string | undefined> {
  const [spare] = await sql<{ name: string | null }[]>`select take_spare() as name`;
  return spare?.name ?? undefined;
}

/**
 * PostgreSQL copies a template only while nobody else is connected to it, and test files start side by side: an advisory
 * lock lines them up. A background process may still look in for a moment, hence the few retries.
 */
async function createFromTemplate(sql: postgres.Sql): Promise<string> {
  const name = `t_${randomBytes(8).toString("hex")}`;
  await sql`select pg_advisory_lock(7301)`;
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        await sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`;
        return name;
      } catch (error) {
        const inUse = error instanceof postgres.PostgresError && error.code === "55006";
        if (!inUse || attempt === 20) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50 * attempt));
      }
    }
  } finally {
    await sql`select pg_advisory_unlock(7301)`;
  }
}
