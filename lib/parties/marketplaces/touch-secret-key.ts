import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { secretKeys } from "@/db/schema/marketplaces";
import type { RealTime } from "@/lib/kernel/time";
import { noteUse } from "./note-use";

/** Records that a key is in use. */
export function touchSecretKey(keyId: string, realNow: RealTime): void {
  noteUse(keyId, realNow, () => db().update(secretKeys).set({ lastUsedAt: realNow }).where(eq(secretKeys.id, keyId)));
}
