import { z } from "zod";
import { parseUrl } from "@/lib/kernel/parse-url";
import { httpAddress } from "@/lib/kernel/setting-shapes";

/** Of an object store that speaks S3, and where new documents go. */
export const objectStoreShape = {
  S3_ENDPOINT: httpAddress,
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
    .optional(),
  S3_REGION: z.string().trim().min(1).default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().trim().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().trim().min(1).optional(),
  DOCUMENTS_IN: z.enum(["disk", "s3"]).optional(),
};

const needed = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

type Raw = Partial<Record<(typeof needed)[number] | "S3_REGION" | "DOCUMENTS_IN", unknown>>;

/** Settings of the object store that do not go together, with what is wrong with each. */
export function objectStoreProblems(raw: Raw): [name: string, message: string][] {
  const problems: [string, string][] = [];
  const given = needed.filter((name) => raw[name]);
  if (given.length > 0) {
    for (const name of needed) {
      if (!raw[name]) problems.push([name, "must be set too: the object store needs an address, a bucket and a key"]);
    }
  } else if (raw.DOCUMENTS_IN === "s3") {
    problems.push(["DOCUMENTS_IN", "must not be s3: S3_ENDPOINT, S3_BUCKET and their key are not set"]);
  }
  const url = parseUrl(String(raw.S3_ENDPOINT ?? ""));
  if (url && (url.username || url.password || url.search || url.hash)) {
    problems.push(["S3_ENDPOINT", "must be an address alone: the bucket and the key have settings of their own"]);
  }
  return problems;
}

/** A bucket of an object store, and the key that may read, write and remove in it. */
export type ObjectStore = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Null when none is configured. */
export function objectStoreOf(raw: z.output<z.ZodObject<typeof objectStoreShape>>): ObjectStore | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = raw;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null;
  return {
    endpoint: S3_ENDPOINT.replace(/\/+$/, ""),
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}
