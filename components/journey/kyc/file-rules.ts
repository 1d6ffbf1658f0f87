import { type MimeType, maxFileBytes, maxFileNameLength, mimeTypes } from "@/lib/documents/constants";

/** What a file input and `POST uploads` are told of a file. */
export type Announced = { fileName: string; mimeType: MimeType; fileSize: string };

/** What a browser says of a file that was picked. */
export type Picked = { name: string; type: string; size: number };

const mebibyte = 1024 * 1024;

/** The rules, to be shown before anything is chosen. */
export const fileRules = `PDF, JPG, PNG or WebP, up to ${maxFileBytes / mebibyte} MB`;

/** For the `accept` of a file input. */
export const acceptedTypes = mimeTypes.join(",");
export const acceptedPictures = mimeTypes.filter((type) => type.startsWith("image/")).join(",");

const endings: Record<string, MimeType> = {
  pdf: "application/pdf",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
};

/** What some phones say of files whose type they do not know, or know by another name. */
const vague = new Set(["", "application/octet-stream", "image/jpg"]);

/** A file as it is announced, or in plain words why it cannot be taken. */
export function checkFile({ name, type, size }: Picked): Announced | { problem: string } {
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

/** A file's name as the service takes it: no path, nothing unprintable, and not too long, with its ending. */
function storable(name: string): string {
  const plain = name.replace(/[/\\\p{Cc}]/gu, " ").trim() || "document";
  if (plain.length <= maxFileNameLength) return plain.toWellFormed();
  const ending = /\.[^.]{1,8}$/.exec(plain)?.[0] ?? "";
  return `${plain.slice(0, maxFileNameLength - ending.length)}${ending}`.toWellFormed();
}

/** A number of bytes in words: `340 KB`, `1.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < mebibyte) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(Math.round((bytes / mebibyte) * 10) / 10).toLocaleString("en-NG")} MB`;
}
