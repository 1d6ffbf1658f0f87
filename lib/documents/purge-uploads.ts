import { and, inArray, lt, ne } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { files } from "@/db/schema/files";
import { later } from "@/lib/clock";
import { storage } from "@/lib/providers/storage";
import { unconfirmedRetention } from "./constants";

/**
 * Removes uploads that expired a day ago without being confirmed, bytes and rows.
 * @param call.now real time, as in `requestUpload`
 * @returns how many were removed; fewer than `limit` means that none is left.
 */
export async function purgeUploads(call: { now: Date; limit: number }): Promise<number> {
  const abandoned = and(ne(files.status, "CONFIRMED"), lt(files.expiresAt, later(call.now, -unconfirmedRetention)));
  return transaction(async () => {
    const rows = await db()
      .select({ id: files.id, storageName: files.storageName })
      .from(files)
      .where(abandoned)
      .orderBy(files.expiresAt)
      .limit(call.limit)
      .for("update", { skipLocked: true });
    if (rows.length === 0) return 0;
    // Bytes first: if the process ends in between, the row is still there to be purged again.
    for (const { storageName } of rows) if (storageName) await storage().remove(storageName);
    const ids = rows.map((row) => row.id);
    await db().delete(files).where(inArray(files.id, ids));
    return rows.length;
  });
}
