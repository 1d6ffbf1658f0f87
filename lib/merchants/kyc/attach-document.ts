import type { z } from "zod";
import { db, one, transaction } from "@/db/client";
import { documents } from "@/db/schema/kyc";
import { ownedBy } from "@/db/tenancy";
import type { Actor } from "@/lib/kernel/actor";
import type { Call } from "@/lib/kernel/call";
import { invalidField } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { reachOf } from "@/lib/kernel/reach";
import { takeFile } from "@/lib/merchants/documents/take-file";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { DocumentInput, documentAttached } from "@/lib/terms/kyc/schema";
import { editStep } from "./edit-step";
import { lockEditableKyc } from "./lock-editable-kyc";
import { isMerchant } from "./provenance";
import { readKycAnswer } from "./queries";
import { toPublicDocument } from "./serialize";

/** Attaching it again changes at most its name. A `fileKey` unknown, unconfirmed or another's is refused alike. */
export async function attachDocument(
  call: Call<{ ref: string; input: DocumentInput }>,
): Promise<z.output<typeof documentAttached>> {
  const { actor, ref, input, now } = call;
  const reach = reachOf(actor);
  return transaction(async () => {
    const { merchant, kyc } = await lockEditableKyc(reach, ref);
    const file = await takeAnnounced(actor, merchant.merchantId, input);
    await editStep(reach, kyc, "documents", { changes: true });
    const { documentType, fileName } = input;
    const prefilled = !isMerchant(actor);
    const keys = { id: newId("document"), ...ownedBy(actor.tenant), kycId: kyc.id, fileId: file.id };
    const document = await db()
      .insert(documents)
      .values({ ...keys, documentType, fileName, prefilled, createdAt: now })
      .onConflictDoUpdate({
        target: [documents.kycId, documents.documentType, documents.fileId],
        set: { fileName, prefilled },
      })
      .returning()
      .then(one);
    await recordAudit({ actor, action: "kyc.attach-document", subjectId: document.id, now });
    return { ...(await readKycAnswer(reach, merchant)), document: toPublicDocument(document, file) };
  });
}
attachDocument.errors = ["KYC_NOT_EDITABLE", "CONNECTION_CLOSED"] as const;

/** The upload, if it is what it is said to be. */
async function takeAnnounced(actor: Actor, merchantId: string, { fileKey, fileSize, mimeType }: DocumentInput) {
  const file = await takeFile(actor, merchantId, fileKey);
  if (Number(fileSize) !== file.fileSize) throw invalidField("fileSize", "Is not the size of the uploaded file");
  if (mimeType !== file.mimeType) throw invalidField("mimeType", "Is not the type of the uploaded file");
  return file;
}
