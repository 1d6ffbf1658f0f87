import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { secretKeys } from "@/db/schema/marketplaces";
import { minute } from "@/lib/calendar";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import type { RealTime } from "@/lib/time";

const touched = processWide("touched-keys", () => new Map<string, number>());

/** Records that a key is in use, at most once a minute and without delaying the request. */
export function touchSecretKey(keyId: string, realNow: RealTime): void {
  if (realNow.getTime() - (touched.get(keyId) ?? 0) < minute) return;
  touched.set(keyId, realNow.getTime());
  db()
    .update(secretKeys)
    .set({ lastUsedAt: realNow })
    .where(eq(secretKeys.id, keyId))
    .then(undefined, (error: unknown) => log.error("could not note the use of a secret key", error, { keyId }));
}
