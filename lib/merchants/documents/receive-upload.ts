import { createHash, type Hash } from "node:crypto";
import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { files, looseBytes } from "@/db/schema/files";
import { inReach, ownedBy } from "@/db/tenancy";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { equalInConstantTime, randomText, sha256 } from "@/lib/kernel/crypto";
import { CodedError, invalidField, notFound } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import type { RealTime } from "@/lib/kernel/time";
import { uploadTokenHeader } from "@/lib/terms/documents/constants";
import { detectFileType, mediaTypeOf, signatureBytes } from "./file-type";
import { removeNowOrLater } from "./purge-loose-bytes";
import { storeBytes } from "./stored-bytes";

type Bytes = { storageName: string; dataKey: string; sha256: string };
type Announced = Pick<typeof files.$inferSelect, "fileSize" | "mimeType">;

/**
 * The token is the credential, beside `actor` where one is given. Each PUT stores under its own name, recorded as loose
 * before, and then points the row at it: of two at once one wins as a whole, one that ends after the confirmation
 * changes nothing, and a crash leaves nothing behind. An unknown file and a wrong token are refused alike.
 */
export async function receiveUpload(call: {
  actor?: Actor;
  fileKey: string;
  token: string | null;
  contentType: string | null;
  content: AsyncIterable<Uint8Array>;
  realNow: RealTime;
}): Promise<void> {
  const { actor, fileKey, token, contentType, content, realNow } = call;
  const named = eq(files.id, fileKey);
  const [file] = await db()
    .select()
    .from(files)
    .where(actor ? inReach(files, reachOf(actor), named) : named);
  // Until confirmed, an upload requested by a merchant also needs the merchant's own credential.
  const reached = actor || file?.merchantId === null || file?.status === "CONFIRMED";
  if (!file || !reached || !token || !equalInConstantTime(file.uploadTokenDigest, sha256(token))) {
    if (actor) throw notFound("upload");
    const challenge = `Upload-Token header="${uploadTokenHeader}"`;
    throw new CodedError("UNAUTHENTICATED", `Send the ${uploadTokenHeader} of this upload.`, { challenge });
  }
  if (file.status === "CONFIRMED") throw alreadyConfirmed();
  if (file.expiresAt <= realNow)
    throw new CodedError("UPLOAD_NOT_ACCEPTED", "The upload has expired. Request a new one.");
  if (mediaTypeOf(contentType) !== file.mimeType) {
    throw new CodedError("UNSUPPORTED_MEDIA_TYPE", `Send the Content-Type that was announced: ${file.mimeType}.`);
  }
  const storageName = `${file.id}-${randomText(12)}`;
  const digest = createHash("sha256");
  await db()
    .insert(looseBytes)
    .values({ storageName, ...ownedBy(tenantOf(file)), since: realNow });
  let dataKey: string;
  try {
    dataKey = await storeBytes(storageName, checked(content, file, digest), file.fileSize);
  } catch (error) {
    await removeNowOrLater(storageName);
    throw error;
  }
  // A failure here may still have committed, so the bytes stay; they are purged later if no file refers to them.
  const obsolete = await pointAt(file.id, { storageName, dataKey, sha256: digest.digest("hex") }, realNow);
  if (obsolete) await removeNowOrLater(obsolete);
  if (obsolete === storageName) throw alreadyConfirmed();
}
receiveUpload.errors = ["UPLOAD_NOT_ACCEPTED", "BODY_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const;

/** Makes these the file's bytes. Returns the name of the bytes no longer needed: the old ones, or these if too late. */
async function pointAt(fileId: string, bytes: Bytes, since: RealTime): Promise<string | null> {
  const { storageName } = bytes;
  return transaction(async () => {
    const [current] = await db().select().from(files).where(eq(files.id, fileId)).for("update");
    if (!current || current.status === "CONFIRMED") return storageName;
    await db()
      .update(files)
      .set({ status: "UPLOADED", ...bytes })
      .where(eq(files.id, fileId));
    await db().delete(looseBytes).where(eq(looseBytes.storageName, storageName));
    const former = current.storageName;
    const owner = ownedBy(tenantOf(current));
    if (former)
      await db()
        .insert(looseBytes)
        .values({ storageName: former, ...owner, since });
    return former;
  });
}

/** Passes the bytes on, and throws once they can no longer match the announcement, so that they are not stored. */
async function* checked(content: AsyncIterable<Uint8Array>, announced: Announced, digest: Hash) {
  let start = new Uint8Array();
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    const announcedSize = announced.fileSize;
    if (size > announcedSize)
      throw new CodedError("BODY_TOO_LARGE", `The file was announced with ${announcedSize} bytes; more were sent.`);
    if (start.byteLength < signatureBytes) {
      start = Buffer.concat([start, chunk]).subarray(0, signatureBytes);
      if (start.byteLength === signatureBytes) requireType(start, announced);
    }
    digest.update(chunk);
    yield chunk;
  }
  if (size < announced.fileSize) {
    throw invalidField("fileSize", `Was announced as ${announced.fileSize} bytes, but ${size} were sent`);
  }
  if (start.byteLength < signatureBytes) requireType(start, announced);
}

function requireType(start: Uint8Array, announced: Announced): void {
  if (detectFileType(start) !== announced.mimeType) {
    throw invalidField("mimeType", `Was announced as ${announced.mimeType}, but the bytes are something else`);
  }
}

function alreadyConfirmed(): CodedError {
  return new CodedError("UPLOAD_NOT_ACCEPTED", "The upload is confirmed; its bytes cannot be replaced.");
}
