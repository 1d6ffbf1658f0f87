import { day, minute } from "@/lib/kernel/calendar";

/** Accepted file types; the bytes must match. */
export const mimeTypes = ["application/pdf", "image/png", "image/jpeg", "image/webp"] as const;
export type MimeType = (typeof mimeTypes)[number];

/** Largest file, in bytes (10 MiB). */
export const maxFileBytes = 10 * 1024 * 1024;

/** Longest file name, in characters. */
export const maxFileNameLength = 255;

/** How long a requested upload waits for its bytes. */
export const uploadWindow = 15 * minute;

/** How long after that an unconfirmed upload is kept. */
export const unconfirmedRetention = day;

/** How long a confirmed upload is kept unattached. */
export const unattachedRetention = 30 * day;

/** Age at which bytes that no file refers to cannot belong to a PUT in progress. */
export const looseRetention = day;

export const uploadTokenHeader = "X-Upload-Token";

/** Path of the PUT, without the fileKey: of a marketplace's upload, and of a merchant's in the journey and in its account. */
export const uploadPath = "/api/v1/marketplace-api/uploads";
export const journeyUploadPath = "/api/v1/embed/uploads";
export const accountUploadPath = "/api/merchants/kyc/uploads";

/** REQUESTED until the bytes are there, UPLOADED until they are confirmed. Only CONFIRMED files can be attached. */
export const fileStatuses = ["REQUESTED", "UPLOADED", "CONFIRMED"] as const;
