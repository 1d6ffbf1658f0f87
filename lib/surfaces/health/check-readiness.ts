import { askApart } from "@/db/ask-apart";
import { missingColumns } from "@/db/schema-in-place";
import { second } from "@/lib/kernel/calendar";
import { attempt, Explained } from "./attempt";
import type { Readiness } from "./schema";
import { tryStorage } from "./try-storage";

type Check = Readiness["checks"][number];

/**
 * What this process needs in order to answer: without it, a load balancer asks another. A process that is busy has it, and
 * all are as they are about the storage, which is said and decides nothing.
 */
export async function checkReadiness(): Promise<Check[]> {
  return Promise.all([
    attempt("database", "answers", () => askApart(3 * second, (sql) => sql`select 1`)),
    attempt("schema", "is the one of this release", requireSchema),
    attempt("storage", "is ours and gives back what is written", tryStorage),
  ]);
}

async function requireSchema(): Promise<void> {
  const [first, ...more] = await missingColumns();
  if (first === undefined) return;
  throw new Explained(`the database has no ${first}${more.length > 0 ? ` and ${more.length} more` : ""}: migrate it`);
}
