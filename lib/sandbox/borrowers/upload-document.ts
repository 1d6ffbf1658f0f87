import type { Actor } from "@/lib/actor";
import { confirmUpload } from "@/lib/documents/confirm-upload";
import { uploadTokenHeader } from "@/lib/documents/constants";
import { receiveUpload } from "@/lib/documents/receive-upload";
import { requestUpload } from "@/lib/documents/request-upload";

/** The smallest PDF that is one: a single empty page. */
const page = Buffer.from(
  [
    "%PDF-1.4",
    "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
    "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj",
    "trailer<</Root 1 0 R>>",
    "%%EOF",
  ].join("\n"),
);

/** A certificate that was uploaded and waits to be attached. */
export type Certificate = Awaited<ReturnType<typeof uploadCertificate>>;

/**
 * Uploads a certificate the way a marketplace's backend does. Not inside a transaction: bytes are not undone with one, and
 * those of an upload that nobody attaches are purged.
 */
export async function uploadCertificate({ actor, now }: { actor: Actor; now: Date }) {
  const fileName = "certificate.pdf";
  const mimeType = "application/pdf" as const;
  const fileSize = String(page.byteLength);
  const { fileKey, upload } = await requestUpload({ actor, input: { fileName, mimeType, fileSize }, now });
  const token = upload.headers[uploadTokenHeader] ?? null;
  await receiveUpload({
    fileKey,
    token,
    content: (async function* () {
      yield page;
    })(),
    now,
  });
  await confirmUpload({ actor, fileKey, now });
  return { documentType: "CAC_CERTIFICATE" as const, fileName, fileKey, fileSize, mimeType };
}
