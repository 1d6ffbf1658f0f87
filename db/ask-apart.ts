import postgres from "postgres";
import { second } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import { processWide } from "@/lib/kernel/process-wide";
import { deadlines } from "@/lib/terms/deadlines";
import { sessionName } from "./session-name";

const apart: { sql?: postgres.Sql | undefined } = processWide("database-apart", () => ({}));

/**
 * Asks the database on a connection that is none of the pool's, so that the answer is about the database and not about how
 * busy this process is. One at a time; a connection that fails or is silent for `patience` milliseconds is given up.
 */
export async function askApart<T>(patience: number, ask: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  apart.sql ??= postgres(env().databaseUrl, {
    max: 1,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: sessionName(), statement_timeout: deadlines.statement },
    connect_timeout: deadlines.connect / second,
    keep_alive: deadlines.keepAlive / second,
  });
  const { sql } = apart;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patience / second} s`)), patience);
  });
  try {
    return await Promise.race([ask(sql), late]);
  } catch (error) {
    if (apart.sql === sql) apart.sql = undefined;
    void sql.end({ timeout: 0 });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

export async function closeApart(): Promise<void> {
  const { sql } = apart;
  apart.sql = undefined;
  await sql?.end({ timeout: 1 });
}
