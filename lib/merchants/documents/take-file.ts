import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { files } from "@/db/schema/files";
import { inReach } from "@/db/tenancy";
import type { Actor } from "@/lib/kernel/actor";
import { invalidField } from "@/lib/kernel/errors";
import { onlyMerchantIn, reachOf } from "@/lib/kernel/reach";

export type TakenFile = typeof files.$inferSelect;

/** A confirmed upload, now this merchant's and locked. Unknown, unconfirmed and others' ones are refused alike. */
export async function takeFile(actor: Actor, merchantId: string, fileKey: string): Promise<TakenFile> {
  const reach = reachOf(actor);
  const mine = inReach(files, reach, eq(files.id, fileKey));
  const [file] = await db().select().from(files).where(mine).for("update");
  // Merchants own their uploads from the start: one without an owner is for others to attach.
  const free = file?.merchantId === null && onlyMerchantIn(reach) === null;
  if (file?.status !== "CONFIRMED" || !(free || file.merchantId === merchantId)) {
    throw invalidField("fileKey", "Is not the key of a confirmed upload that can be attached to this merchant");
  }
  if (file.merchantId === null) await db().update(files).set({ merchantId }).where(mine);
  return file;
}
