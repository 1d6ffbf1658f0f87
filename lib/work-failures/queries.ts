import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { workFailures } from "@/db/schema/operations";
import { stuckAfter } from "./constants";

/** Written out, not a parameter: so that the partial index is used. */
const isStuck = sql`failures >= ${sql.raw(`${stuckAfter}`)}`;

/** Whether any work is stuck. */
export async function hasStuckWork(): Promise<boolean> {
  const stuck = await db().select({ id: workFailures.id }).from(workFailures).where(isStuck).limit(1);
  return stuck.length > 0;
}
