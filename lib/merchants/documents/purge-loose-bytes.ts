import { asc, eq, lt } from "drizzle-orm";
import { db } from "@/db/client";
import { looseBytes } from "@/db/schema/files";
import { later } from "@/lib/kernel/calendar";
import { CodedError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import type { RealTime } from "@/lib/kernel/time";
import { storage } from "@/lib/platform/providers/storage";
import { looseRetention } from "@/lib/terms/documents/constants";

/** Leftovers of killed processes. Returns how many names were cleared; fewer than `limit`: none are left. */
export async function purgeLooseBytes(call: { realNow: RealTime; limit: number }): Promise<number> {
  const rows = await db()
    .select({ storageName: looseBytes.storageName })
    .from(looseBytes)
    .where(lt(looseBytes.since, later(call.realNow, -looseRetention)))
    .orderBy(asc(looseBytes.since))
    .limit(call.limit);
  for (const { storageName } of rows) await removeLoose(storageName);
  return rows.length;
}

/** Removes bytes that no file refers to. Bytes first: if the process dies in between, their name is still recorded. */
export async function removeLoose(storageName: string): Promise<void> {
  await storage().remove(storageName);
  await db().delete(looseBytes).where(eq(looseBytes.storageName, storageName));
}

/** For who has something else to say: a storage that cannot be reached leaves the name of the bytes to a purge. */
export async function removeNowOrLater(storageName: string): Promise<void> {
  await removeLoose(storageName).catch((error) => log.warn("bytes are left to the purge", { reason: reasonOf(error) }));
}

function reasonOf(error: unknown): string {
  return error instanceof CodedError ? (error.outside ?? error.message) : String(error);
}
