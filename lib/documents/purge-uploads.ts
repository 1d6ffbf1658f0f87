import { and, inArray, isNull, lt, ne, or } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { files } from "@/db/schema/files";
import { later } from "@/lib/clock";
import { storage } from "@/lib/providers/storage";
import { unattachedRetention, unconfirmedRetention } from "./constants";

/**
 * Removes uploads that nobody made use of, bytes and rows: never confirmed and expired a day ago, or confirmed and for 30
 * days not attached to anything.
 * @param call.now real time, as in `requestUpload`
 * @returns how many were removed; fewer than `limit` means that none is left.
 */
export async function purgeUploads(call: { now: Date; limit: number }): Promise<number> {
  const abandoned = and(
    isNull(files.merchantId),
    lt(files.expiresAt, later(call.now, -unconfirmedRetention)),
    or(ne(files.status, "CONFIRMED"), lt(files.expiresAt, later(call.now, -unattachedRetention))),
  );
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
