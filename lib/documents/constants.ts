/** Types of file that are taken; the bytes must agree. */
export const mimeTypes = ["application/pdf", "image/png", "image/jpeg", "image/webp"] as const;
export type MimeType = (typeof mimeTypes)[number];

/** Largest file, in bytes (10 MiB). */
export const maxFileBytes = 10 * 1024 * 1024;

/** Longest file name, in characters. */
export const maxFileNameLength = 255;

/** How long the bytes of a requested upload are waited for, in milliseconds (15 minutes). */
export const uploadWindow = 15 * 60_000;

/** How long after that an upload that was never confirmed is kept, in milliseconds (a day). */
export const unconfirmedRetention = 24 * 60 * 60_000;

/** How long a confirmed upload that nobody attaches is kept, in milliseconds (30 days). */
export const unattachedRetention = 30 * 24 * 60 * 60_000;

/** After how long bytes that no file names belong to no PUT under way, in milliseconds (a day). */
export const looseRetention = 24 * 60 * 60_000;

/** Header of the PUT that carries the upload's token. */
export const uploadTokenHeader = "X-Upload-Token";

/** Path of the PUT, without the fileKey: of a marketplace's upload, and of a merchant's in the hosted journey. */
export const uploadPath = "/api/v1/marketplace-api/uploads";
export const journeyUploadPath = "/api/v1/embed/uploads";

/** REQUESTED until the bytes are there, UPLOADED until they are confirmed. Only CONFIRMED files can be attached. */
export const fileStatuses = ["REQUESTED", "UPLOADED", "CONFIRMED"] as const;
