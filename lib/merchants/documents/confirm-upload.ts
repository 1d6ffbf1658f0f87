import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { files } from "@/db/schema/files";
import { inReach } from "@/db/tenancy";
import type { RealTimeCall } from "@/lib/kernel/call";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { UploadConfirmed } from "@/lib/terms/documents/schema";
import { hasBytes } from "./stored-bytes";

/** The storage is checked before the row is locked: it counts only if the row still refers to the same bytes. */
export async function confirmUpload(call: RealTimeCall<{ fileKey: string }>): Promise<UploadConfirmed> {
  const { actor, fileKey, realNow } = call;
  const mine = inReach(files, reachOf(actor), eq(files.id, fileKey));
  const [named] = await db().select().from(files).where(mine);
  const waiting = named?.status === "UPLOADED" ? named : null;
  const complete = waiting !== null && (await hasBytes(waiting));
  return transaction(async () => {
    const [file] = await db().select().from(files).where(mine).for("update");
    if (!file) throw invalidField("fileKey", "Is not the key of a file you have requested an upload for");
    const { storageName, sha256 } = file;
    if (file.status === "REQUESTED" || storageName === null || sha256 === null) throw notUploaded();
    if (file.status === "UPLOADED") {
      if (storageName !== waiting?.storageName) throw replaced();
      if (!complete) throw notUploaded();
      await db().update(files).set({ status: "CONFIRMED" }).where(mine);
      await recordAudit({ actor, action: "upload.confirm", subjectId: fileKey, now: realNow });
    }
    return { fileKey, status: "CONFIRMED", fileSize: String(file.fileSize), mimeType: file.mimeType, sha256 };
  });
}
confirmUpload.errors = ["UPLOAD_NOT_ACCEPTED"] as const;

function notUploaded(): CodedError {
  return new CodedError("UPLOAD_NOT_ACCEPTED", "The bytes of this file have not arrived. PUT them first.");
}

function replaced(): CodedError {
  return new CodedError("UPLOAD_NOT_ACCEPTED", "The file was replaced while it was being confirmed. Confirm it again.");
}
