import { lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { engineHeartbeats } from "@/db/schema/operations";
import { later, minute } from "@/lib/calendar";
import { randomText } from "@/lib/crypto";
import { log } from "@/lib/log";
import type { RealTime } from "@/lib/time";

const processId = `${process.pid}-${randomText(8)}`;

/** An engine whose last heartbeat is older than this counts as dead. */
export const aliveWithin = minute / 2;

/** Notes that this process's job engine is alive, and forgets processes that ended long ago. */
export async function beat(realNow: RealTime): Promise<void> {
  try {
    await db()
      .insert(engineHeartbeats)
      .values({ processId, beatAt: realNow })
      .onConflictDoUpdate({ target: engineHeartbeats.processId, set: { beatAt: realNow } });
    await db()
      .delete(engineHeartbeats)
      .where(lt(engineHeartbeats.beatAt, later(realNow, -10 * minute)));
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
