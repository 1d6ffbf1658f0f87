import { db, transaction } from "@/db/client";
import { files } from "@/db/schema/files";
import { ownedBy } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { later } from "@/lib/clock";
import { randomText, sha256 } from "@/lib/crypto";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { uploadPath, uploadTokenHeader, uploadWindow } from "./constants";
import type { RequestUpload } from "./schema";

/**
 * Announces a file and says where to put its bytes. The token that allows it travels in a header: addresses end up in
 * logs. Only its digest is stored.
 * @param call.now real time: how long a credential lasts does not follow the sandbox's clock.
 */
export async function requestUpload(call: { actor: Actor; input: RequestUpload; now: Date }) {
  const { actor, input, now } = call;
  const fileKey = newId("file");
  const token = randomText(43);
  const expiresAt = later(now, uploadWindow);
  await transaction(async () => {
    await db()
      .insert(files)
      .values({
        id: fileKey,
        ...ownedBy(actor.tenant),
        status: "REQUESTED",
        fileName: input.fileName,
        mimeType: input.mimeType,
        fileSize: Number(input.fileSize),
        uploadTokenDigest: sha256(token),
        createdAt: now,
        expiresAt,
      });
    await recordAudit({ actor, action: "upload.request", subjectId: fileKey, now });
  });
  return {
    fileKey,
    upload: {
      method: "PUT" as const,
      url: `${env().baseUrl}${uploadPath}/${fileKey}`,
      headers: { "Content-Type": input.mimeType, [uploadTokenHeader]: token },
    },
    expiresAt: expiresAt.toISOString(),
  };
}
