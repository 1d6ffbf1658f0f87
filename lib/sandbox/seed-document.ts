import type { Actor } from "@/lib/actor";
import { confirmUpload } from "@/lib/documents/confirm-upload";
import { uploadTokenHeader } from "@/lib/documents/constants";
import { receiveUpload } from "@/lib/documents/receive-upload";
import { requestUpload } from "@/lib/documents/request-upload";
import { attachDocument } from "@/lib/kyc/attach-document";

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

/** Uploads a certificate and attaches it, the way a marketplace's backend does. */
export async function seedDocument({ actor, ref, now }: { actor: Actor; ref: string; now: Date }): Promise<void> {
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
  const input = { documentType: "CAC_CERTIFICATE" as const, fileName, fileKey, fileSize, mimeType };
  await attachDocument({ actor, ref, input, now });
}
