import { and, asc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { files, looseBytes } from "@/db/schema/files";
import { ownedBy } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import { randomText } from "@/lib/kernel/crypto";
import { log } from "@/lib/kernel/log";
import type { RealTime } from "@/lib/kernel/time";
import { removeNowOrLater } from "./purge-loose-bytes";
import { readBytes, storeBytes } from "./stored-bytes";

type File = typeof files.$inferSelect;

/**
 * Bytes of former versions. The file refers to the old ones until all of the new are there: a process may be killed at
 * any moment. Returns the file this page ended with, null when it was the last.
 */
export async function sealDocuments(call: { after: string; limit: number; realNow: RealTime }): Promise<string | null> {
  const { after, limit, realNow } = call;
  const plain = and(isNotNull(files.storageName), isNull(files.dataKey), gt(files.id, after));
  const page = await db().select().from(files).where(plain).orderBy(asc(files.id)).limit(limit);
  for (const file of page) {
    // One that cannot be read stays as it is, and does not stand in the way of the others.
    await sealDocument(file, realNow).catch((error) => {
      log.error("a document could not be encrypted", error, { fileKey: file.id });
    });
  }
  return page.length === limit ? (page.at(-1)?.id ?? null) : null;
}

async function sealDocument(file: File, since: RealTime): Promise<void> {
  const storageName = `${file.id}-${randomText(12)}`;
  const owner = ownedBy(tenantOf(file));
  await db()
    .insert(looseBytes)
    .values({ storageName, ...owner, since });
  let dataKey: string;
  try {
    dataKey = await storeBytes(storageName, readBytes(file), file.fileSize);
  } catch (error) {
    await removeNowOrLater(storageName);
    throw error;
  }
  const obsolete = await transaction(async () => {
    const [current] = await db().select().from(files).where(eq(files.id, file.id)).for("update");
    // Replaced by another PUT, or gone.
    if (current?.storageName !== file.storageName) return storageName;
    await db().update(files).set({ storageName, dataKey }).where(eq(files.id, file.id));
    await db().delete(looseBytes).where(eq(looseBytes.storageName, storageName));
    if (file.storageName)
      await db()
        .insert(looseBytes)
        .values({ storageName: file.storageName, ...owner, since });
    return file.storageName;
  });
  if (obsolete) await removeNowOrLater(obsolete);
}
