import { lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { engineHeartbeats } from "@/db/schema/operations";
import { later, minute } from "@/lib/kernel/calendar";
import { randomText } from "@/lib/kernel/crypto";
import { log } from "@/lib/kernel/log";
import type { RealTime } from "@/lib/kernel/time";
import { forgetFailures } from "@/lib/platform/work-failures/forget-failures";
import type { Task } from "./task";

const processId = `${process.pid}-${randomText(8)}`;

/** Also forgets processes that ended long ago and failures that are over. At least as often as `bounds` (health.ts). */
export async function beat(tasks: readonly Task[], realNow: RealTime): Promise<void> {
  try {
    await db()
      .insert(engineHeartbeats)
      .values({ processId, beatAt: realNow })
      .onConflictDoUpdate({ target: engineHeartbeats.processId, set: { beatAt: realNow } });
    await db()
      .delete(engineHeartbeats)
      .where(lt(engineHeartbeats.beatAt, later(realNow, -10 * minute)));
    await forgetFailures(tasks, realNow);
  } catch (error) {
    log.error("could not note that the job engine is alive", error);
  }
}

export async function lastBeat(): Promise<Date | null> {
  const [row] = await db()
    .select({ at: sql<string | null>`max(${engineHeartbeats.beatAt})` })
    .from(engineHeartbeats);
  return row?.at ? new Date(row.at) : null;
}
