import { transaction } from "@/db/client";
import { recordAudit } from "@/lib/audit/record-audit";
import type { Call } from "@/lib/call";
import { readBytes } from "@/lib/documents/stored-bytes";
import { notFound } from "@/lib/errors";
import { findMerchant } from "@/lib/merchants/queries";
import { reachOf } from "@/lib/reach";
import { listDocuments } from "./queries";

/**
 * The bytes of a document of a KYC record, for its reviewer. That it was opened is in the audit log.
 * @throws CodedError NOT_FOUND; the content throws SealBroken, see `readBytes`
 */
export async function openDocument(
  call: Call<{ ref: string; documentId: string }>,
): Promise<AsyncIterable<Uint8Array>> {
  const { actor, ref, documentId, now } = call;
  const reach = reachOf(actor);
  const file = await transaction(async () => {
    const documents = await listDocuments(reach, await findMerchant(reach, ref));
    const found = documents.find(({ document }) => document.id === documentId);
    if (!found) throw notFound("document");
    await recordAudit({ actor, action: "kyc.open-document", subjectId: documentId, now });
    return found.file;
  });
  return readBytes(file);
}
