import { and, eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { documents } from "@/db/schema/kyc";
import { inTenant } from "@/db/tenancy";
import type { Call } from "@/lib/kernel/call";
import { notFound } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { editStep } from "./edit-step";
import { lockEditableKyc } from "./lock-editable-kyc";

/** Removes a document from the KYC record. The file can be attached again until `purgeUploads` deletes it. */
export async function removeDocument(call: Call<{ ref: string; documentId: string }>): Promise<void> {
  const { actor, ref, documentId, now } = call;
  const reach = reachOf(actor);
  await transaction(async () => {
    const { merchant, kyc } = await lockEditableKyc(reach, ref);
    const [removed] = await db()
      .delete(documents)
      .where(inTenant(documents, actor.tenant, and(eq(documents.id, documentId), eq(documents.kycId, kyc.id))))
      .returning({ document: documents.documentType });
    if (!removed) throw notFound("document");
    await editStep(reach, kyc, "documents", { changes: true });
    // Nothing else says any more whose it was.
    const detail = { merchant: merchant.merchantId, ...removed };
    await recordAudit({ actor, action: "kyc.remove-document", detail, subjectId: documentId, now });
  });
}
removeDocument.errors = ["NOT_FOUND", "KYC_NOT_EDITABLE", "CONNECTION_CLOSED"] as const;
