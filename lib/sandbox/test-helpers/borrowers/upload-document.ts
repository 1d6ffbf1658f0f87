import { Readable } from "node:stream";
import type { Actor } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import { confirmUpload } from "@/lib/merchants/documents/confirm-upload";
import { receiveUpload } from "@/lib/merchants/documents/receive-upload";
import { requestUpload } from "@/lib/merchants/documents/request-upload";
import { uploadTokenHeader } from "@/lib/terms/documents/constants";
import { certificatePdf } from "@/lib/terms/fixtures/certificate.mjs";

const page = certificatePdf(["CERTIFICATE OF INCORPORATION", "Specimen for the sandbox"]);

export type Certificate = Awaited<ReturnType<typeof uploadCertificate>>;

/** Not inside a transaction, which could not take the bytes back. One never attached is purged. */
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
