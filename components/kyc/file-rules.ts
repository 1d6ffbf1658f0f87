import { type MimeType, maxFileBytes, maxFileNameLength, mimeTypes } from "@/lib/terms/documents/constants";

/** A file as announced to `POST uploads`. */
export type Announced = { fileName: string; mimeType: MimeType; fileSize: string };

const mebibyte = 1024 * 1024;

export const fileRules = `PDF, JPG, PNG or WebP, up to ${maxFileBytes / mebibyte} MB`;

export const acceptedTypes = mimeTypes.join(",");
export const acceptedPictures = mimeTypes.filter((type) => type.startsWith("image/")).join(",");

const endings: Record<string, MimeType> = {
  pdf: "application/pdf",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
};

/** What some phones give as the type when they do not know it, or use another name. */
const vague = new Set(["", "application/octet-stream", "image/jpg"]);

/** A file as announced, or for merchants why it cannot be taken. */
export function checkFile({ name, type, size }: Pick<File, "name" | "type" | "size">): Announced | { problem: string } {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const mimeType = vague.has(type) ? endings[ending] : mimeTypes.find((known) => known === type);
  if (!mimeType) return { problem: "Choose a PDF or a photo (JPG, PNG or WebP)." };
  if (size === 0) return { problem: "This file is empty. Choose another one." };
  if (size > maxFileBytes) {
    return {
      problem: `This file is larger than ${maxFileBytes / mebibyte} MB. Choose a smaller one, or a photo of it.`,
    };
  }
  return { fileName: storable(name), mimeType, fileSize: String(size) };
}

/** A file's name as the service accepts it: no path, nothing unprintable, shortened before its ending. */
function storable(name: string): string {
  const plain = name.replace(/[/\\\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, " ").trim() || "document";
  if (plain.length <= maxFileNameLength) return plain.toWellFormed();
  const ending = /\.[^.]{1,8}$/.exec(plain)?.[0] ?? "";
  return `${plain.slice(0, maxFileNameLength - ending.length)}${ending}`.toWellFormed();
}

/** `340 KB`, `1.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < mebibyte) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(Math.round((bytes / mebibyte) * 10) / 10).toLocaleString("en-NG")} MB`;
}
