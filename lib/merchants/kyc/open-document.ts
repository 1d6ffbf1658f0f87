import { transaction } from "@/db/client";
import type { Call } from "@/lib/kernel/call";
import { notFound } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { readBytes } from "@/lib/merchants/documents/stored-bytes";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { MimeType } from "@/lib/terms/documents/constants";
import { listDocuments } from "./queries";

/** That it was opened is in the audit log. The content throws SealBroken, see `readBytes`. */
export async function openDocument(
  call: Call<{ ref: string; documentId: string }>,
): Promise<{ mimeType: MimeType; content: AsyncIterable<Uint8Array> }> {
  const { actor, ref, documentId, now } = call;
  const reach = reachOf(actor);
  const file = await transaction(async () => {
    const documents = await listDocuments(reach, await findMerchant(reach, ref));
    const found = documents.find(({ document }) => document.id === documentId);
    if (!found) throw notFound("document");
    await recordAudit({ actor, action: "kyc.open-document", subjectId: documentId, now });
    return found.file;
  });
  return { mimeType: file.mimeType, content: readBytes(file) };
}
