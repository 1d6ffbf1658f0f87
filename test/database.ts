import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Superuser's address of the PostgreSQL that scripts/vitest-global-setup.mjs started, database `postgres`. */
    adminUrl: string;
  }
}

const template = "template_app";

/**
 * Gives the test file a database of its own: migrated, empty, dropped at the end. Call it at the top level of the file.
 * The address is in place before the first query, because the application reads its environment at first use.
 */
export function useDatabase() {
  const name = `t_${randomBytes(8).toString("hex")}`;

  beforeAll(async () => {
    const adminUrl = inject("adminUrl");
    await withAdmin(adminUrl, (sql) => createFromTemplate(sql, name));
    const url = new URL(adminUrl);
    url.pathname = `/${name}`;
    process.env.DATABASE_URL = url.href;
  });

  afterAll(async () => {
    const { closeDatabase } = await import("@/db/client");
    await closeDatabase();
    await withAdmin(inject("adminUrl"), (sql) => sql`drop database if exists ${sql(name)} with (force)`);
  });
}

async function withAdmin(url: string, work: (sql: postgres.Sql) => Promise<unknown>) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

/**
 * PostgreSQL copies a template only while nobody else is connected to it, and test files start side by side: an advisory
 * lock lines them up. A background process may still look in for a moment, hence the few retries.
 */
async function createFromTemplate(sql: postgres.Sql, name: string) {
  await sql`select pg_advisory_lock(7301)`;
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        await sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`;
        return;
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
