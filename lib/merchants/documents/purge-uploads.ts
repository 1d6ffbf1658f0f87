import { and, eq, exists, gte, inArray, lt, ne, not, or, type SQL, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { files, looseBytes } from "@/db/schema/files";
import { documents, kycRecords } from "@/db/schema/kyc";
import { mandates } from "@/db/schema/loans";
import { later } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";
import { unattachedRetention, unconfirmedRetention } from "@/lib/terms/documents/constants";
import { removeLoose } from "./purge-loose-bytes";

/**
 * Files a merchant had when it submitted its KYC record are kept, even if removed later: a reviewer may have seen them.
 * Returns how many were examined; fewer than `limit`: none are left.
 */
export async function purgeUploads(call: { realNow: RealTime; limit: number }): Promise<number> {
  const abandoned = and(
    lt(files.expiresAt, later(call.realNow, -unconfirmedRetention)),
    or(
      ne(files.status, "CONFIRMED"),
      and(lt(files.expiresAt, later(call.realNow, -unattachedRetention)), not(inUse())),
    ),
  );
  const { examined, names } = await transaction(async () => {
    const found = await db()
      .select({ id: files.id })
      .from(files)
      .where(abandoned)
      .orderBy(files.expiresAt)
      .limit(call.limit)
      .for("update", { skipLocked: true });
    if (found.length === 0) return { examined: 0, names: [] };
    // Checked again now that the rows are locked: attaching a file locks its row first and may have been quicker.
    const ids = found.map(({ id }) => id);
    const { storageName, marketplaceId, environment } = files;
    const removed = await db()
      .delete(files)
      .where(and(inArray(files.id, ids), abandoned))
      .returning({ storageName, marketplaceId, environment });
    const loose = removed.flatMap(({ storageName, ...owner }) =>
      storageName ? [{ storageName, ...owner, since: call.realNow }] : [],
    );
    // Recorded before the bytes are removed: if the process dies in between, they can be found by name.
    if (loose.length > 0) await db().insert(looseBytes).values(loose);
    return { examined: found.length, names: loose.map((one) => one.storageName) };
  });
  for (const name of names) await removeLoose(name);
  return examined;
}

/** Matches files that are attached, also to a mandate, or may have been when their merchant submitted the record. */
function inUse(): SQL {
  const attached = db().select({ id: documents.id }).from(documents).where(eq(documents.fileId, files.id));
  const submitted = db()
    .select({ id: kycRecords.id })
    .from(kycRecords)
    .where(and(eq(kycRecords.merchantId, files.merchantId), gte(kycRecords.submittedAt, files.createdAt)));
  const signed = db().select({ id: mandates.id }).from(mandates).where(eq(mandates.formFileId, files.id));
  return sql`(${exists(attached)} or ${exists(submitted)} or ${exists(signed)})`;
}
