import { Readable } from "node:stream";
import type { Actor } from "@/lib/actor";
import { confirmUpload } from "@/lib/documents/confirm-upload";
import { uploadTokenHeader } from "@/lib/documents/constants";
import { receiveUpload } from "@/lib/documents/receive-upload";
import { requestUpload } from "@/lib/documents/request-upload";
import { certificatePdf } from "@/lib/sandbox/fixtures/certificate.mjs";
import type { RealTime } from "@/lib/time";

const page = certificatePdf(["CERTIFICATE OF INCORPORATION", "Specimen for the sandbox"]);

export type Certificate = Awaited<ReturnType<typeof uploadCertificate>>;

/**
 * Uploads a certificate the way a marketplace's backend does. Not inside a transaction, which could not take the bytes
 * back. An upload that is never attached is purged.
 */
export async function uploadCertificate({ actor, realNow }: { actor: Actor; realNow: RealTime }) {
  const fileName = "certificate.pdf";
  const mimeType = "application/pdf" as const;
  const fileSize = String(page.byteLength);
  const { fileKey, upload } = await requestUpload({ actor, input: { fileName, mimeType, fileSize }, realNow });
  const token = upload.headers[uploadTokenHeader] ?? null;
  await receiveUpload({ fileKey, token, contentType: mimeType, content: Readable.from([page]), realNow });
  await confirmUpload({ actor, fileKey, realNow });
  return { documentType: "CAC_CERTIFICATE" as const, fileName, fileKey, fileSize, mimeType };
}
