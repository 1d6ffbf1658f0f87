import { eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { db, transaction } from "@/db/client";
import { files } from "@/db/schema/files";
import { documents, kycRecords } from "@/db/schema/kyc";
import { inTenant, ownedBy } from "@/db/tenancy";
import type { Actor, Tenant } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { invalidField } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { notEditable, openForEditing } from "./open-for-editing";
import { readKycAnswer } from "./queries";
import { resolveStep } from "./requirements";
import type { DocumentInput, documentAttached } from "./schema";
import { toPublicDocument } from "./serialize";
import { editableKycStatuses } from "./states";

/**
 * Attaches a confirmed upload to the KYC record; from then on the file is this merchant's. Attaching it again as the same
 * type changes its name at most.
 * @throws CodedError NOT_FOUND, CONNECTION_CLOSED, KYC_NOT_EDITABLE, VALIDATION_FAILED on `fileKey` (unknown, unconfirmed,
 *   another's: all alike), on `fileSize` or `mimeType` when the upload was another
 */
export async function attachDocument(call: {
  actor: Actor;
  ref: string;
  input: DocumentInput;
  now: Date;
}): Promise<z.output<typeof documentAttached>> {
  const { actor, ref, input, now } = call;
  return transaction(async () => {
    const { merchant, kyc } = await openForEditing(actor.tenant, ref);
    const file = await takeFile(actor.tenant, merchant.merchantId, input);
    const opened = await db()
      .update(kycRecords)
      .set({ requirements: resolveStep(kyc.requirements, "documents") })
      .where(
        inTenant(kycRecords, actor.tenant, eq(kycRecords.id, kyc.id), inArray(kycRecords.status, editableKycStatuses)),
      )
      .returning({ id: kycRecords.id });
    if (opened.length === 0) throw notEditable();

    const [document] = await db()
      .insert(documents)
      .values({
        id: newId("document"),
        ...ownedBy(actor.tenant),
        kycId: kyc.id,
        fileId: file.id,
        documentType: input.documentType,
        fileName: input.fileName,
        createdAt: now,
      })
      .onConflictDoUpdate({
        target: [documents.kycId, documents.documentType, documents.fileId],
        set: { fileName: input.fileName },
      })
      .returning();
    if (!document) throw new Error("The insert of a document returned no row.");
    await recordAudit({ actor, action: "kyc.attach-document", subjectId: document.id, now });
    return { ...(await readKycAnswer(actor.tenant, merchant)), document: toPublicDocument(document, file) };
  });
}

/** The upload behind a fileKey, now this merchant's. Its row is locked, so no other merchant takes it meanwhile. */
async function takeFile(tenant: Tenant, merchantId: string, input: DocumentInput) {
  const mine = inTenant(files, tenant, eq(files.id, input.fileKey));
  const [file] = await db().select().from(files).where(mine).for("update");
  if (file?.status !== "CONFIRMED" || (file.merchantId !== null && file.merchantId !== merchantId)) {
    throw invalidField("fileKey", "Is not the key of a confirmed upload that can be attached to this merchant");
  }
  if (Number(input.fileSize) !== file.fileSize) throw invalidField("fileSize", "Is not the size of the uploaded file");
  if (input.mimeType !== file.mimeType) throw invalidField("mimeType", "Is not the type of the uploaded file");
  if (file.merchantId === null) await db().update(files).set({ merchantId }).where(mine);
  return file;
}
