import type { MimeType } from "@/lib/terms/documents/constants";

export const signatureBytes = 12;

const signatures: readonly { type: MimeType; bytes: readonly (number | null)[] }[] = [
  { type: "application/pdf", bytes: codes("%PDF-") },
  { type: "image/png", bytes: [0x89, ...codes("PNG"), 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: "image/jpeg", bytes: [0xff, 0xd8, 0xff] },
  { type: "image/webp", bytes: [...codes("RIFF"), null, null, null, null, ...codes("WEBP")] },
];

function codes(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}

export function detectFileType(start: Uint8Array): MimeType | null {
  const match = signatures.find(({ bytes }) => bytes.every((byte, i) => byte === null || byte === start[i]));
  return match?.type ?? null;
}

export function mediaTypeOf(contentType: string | null): string | undefined {
  return contentType?.split(";")[0]?.trim().toLowerCase();
}
