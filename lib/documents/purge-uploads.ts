import { and, eq, exists, gte, inArray, lt, ne, not, or, type SQL, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { files } from "@/db/schema/files";
import { documents, kycRecords } from "@/db/schema/kyc";
import { later } from "@/lib/clock";
import { storage } from "@/lib/providers/storage";
import { unattachedRetention, unconfirmedRetention } from "./constants";

/**
 * Removes uploads that nobody made use of, bytes and rows: never confirmed and expired a day ago, or confirmed and for 30
 * days not attached to anything. What a merchant had when it submitted its KYC record stays with the record, also what was
 * taken out of it afterwards: a reviewer may have seen it.
 * @param call.now real time, as in `requestUpload`
 * @returns how many were looked at; fewer than `limit` means that none is left.
 */
export async function purgeUploads(call: { now: Date; limit: number }): Promise<number> {
  const abandoned = and(
    lt(files.expiresAt, later(call.now, -unconfirmedRetention)),
    or(ne(files.status, "CONFIRMED"), and(lt(files.expiresAt, later(call.now, -unattachedRetention)), not(inUse()))),
  );
  return transaction(async () => {
    const found = await db()
      .select({ id: files.id })
      .from(files)
      .where(abandoned)
      .orderBy(files.expiresAt)
      .limit(call.limit)
      .for("update", { skipLocked: true });
    if (found.length === 0) return 0;
    // Looked at again now that their rows are held: whoever attaches a file takes its row first, and was perhaps quicker.
    const held = inArray(
      files.id,
      found.map(({ id }) => id),
    );
    const rows = await db()
      .select({ id: files.id, storageName: files.storageName })
      .from(files)
      .where(and(held, abandoned));
    // Bytes first: if the process ends in between, the row is still there to be purged again.
    for (const { storageName } of rows) if (storageName) await storage().remove(storageName);
    const ids = rows.map((row) => row.id);
    if (ids.length > 0) await db().delete(files).where(inArray(files.id, ids));
    return found.length;
  });
}

/** The condition for a file that is attached, or may have been when its merchant submitted the record. */
function inUse(): SQL {
  const attached = db().select({ id: documents.id }).from(documents).where(eq(documents.fileId, files.id));
  const submitted = db()
    .select({ id: kycRecords.id })
    .from(kycRecords)
    .where(and(eq(kycRecords.merchantId, files.merchantId), gte(kycRecords.submittedAt, files.createdAt)));
  return sql`(${exists(attached)} or ${exists(submitted)})`;
}
