import { z } from "zod";
import { line, oneOf, text } from "@/lib/kernel/validation";
import { maxFileBytes, maxFileNameLength, mimeTypes } from "./constants";

/** A file's name as its owner knows it; never used as a path. */
export const fileName = line(maxFileNameLength).refine(
  (value) => !/[/\\]/.test(value),
  "Must be a file name without a path",
);

/** A byte count as a string of digits, 1 to 10 MiB. */
export const fileSize = z
  .string("Must be a string of digits")
  .regex(/^[1-9]\d{0,14}$/, { error: "Must be a string of digits, at least 1", abort: true })
  .refine((value) => Number(value) <= maxFileBytes, `Must be at most ${maxFileBytes} bytes`)
  .describe(`Bytes, as a string of digits; at most ${maxFileBytes}`);

export const requestUploadBody = z
  .object({ fileName, mimeType: oneOf(mimeTypes), fileSize })
  .meta({ id: "NewUpload", sample: { fileName: "certificate.pdf", mimeType: "application/pdf", fileSize: "622" } });
export type RequestUpload = z.output<typeof requestUploadBody>;

export const uploadRequested = z
  .object({
    fileKey: z.string(),
    upload: z.object({
      method: z.literal("PUT"),
      url: z.string(),
      headers: z.record(z.string(), z.string()).describe("Send these with the bytes"),
    }),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: "Upload" });

export const confirmUploadBody = z
  .object({ fileKey: text(255) })
  .meta({ id: "SentUpload", sample: { fileKey: "fil_01m82hrnm40j3qknnbv41v1js0" } });

export const uploadConfirmed = z
  .object({
    fileKey: z.string(),
    status: z.literal("CONFIRMED"),
    fileSize: z.string().describe("Bytes, as a string of digits"),
    mimeType: z.enum(mimeTypes),
    sha256: z.string(),
  })
  .meta({ id: "ConfirmedUpload" });
export type UploadConfirmed = z.output<typeof uploadConfirmed>;
