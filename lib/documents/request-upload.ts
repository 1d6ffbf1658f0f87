import { db, transaction } from "@/db/client";
import { files } from "@/db/schema/files";
import { ownedBy } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { later } from "@/lib/calendar";
import type { RealTimeCall } from "@/lib/call";
import { randomText, sha256 } from "@/lib/crypto";
import { env } from "@/lib/env";
import { CodedError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { findMerchant } from "@/lib/merchants/queries";
import { onlyMerchantIn, type Reach, reachOf } from "@/lib/reach";
import { accountUploadPath, journeyUploadPath, uploadPath, uploadTokenHeader, uploadWindow } from "./constants";
import type { RequestUpload } from "./schema";
import { requireQuota } from "./upload-quota";

/**
 * Announces a file and returns where to PUT its bytes. The token travels in a header, because URLs end up in logs; only
 * its digest is stored. A file that a merchant announces is its own from the start: nobody else can attach it.
 * @throws CodedError CONNECTION_CLOSED for a merchant who is disconnected, UPLOAD_QUOTA_EXCEEDED
 */
export async function requestUpload({ actor, input, realNow }: RealTimeCall<{ input: RequestUpload }>) {
  const fileKey = newId("file");
  const token = randomText(43);
  const expiresAt = later(realNow, uploadWindow);
  const reach = reachOf(actor);
  const merchantId = onlyMerchantIn(reach);
  await transaction(async () => {
    if (merchantId) await requireConnected(reach, merchantId);
    await requireQuota({ tenant: actor.tenant, merchantId, fileSize: Number(input.fileSize), realNow });
    await db()
      .insert(files)
      .values({
        id: fileKey,
        ...ownedBy(actor.tenant),
        merchantId,
        status: "REQUESTED",
        fileName: input.fileName,
        mimeType: input.mimeType,
        fileSize: Number(input.fileSize),
        uploadTokenDigest: sha256(token),
        createdAt: realNow,
        expiresAt,
      });
    await recordAudit({ actor, action: "upload.request", subjectId: fileKey, now: realNow });
  });
  return {
    fileKey,
    upload: {
      method: "PUT" as const,
      url: `${uploadAddress(actor)}/${fileKey}`,
      headers: { "Content-Type": input.mimeType, [uploadTokenHeader]: token },
    },
    expiresAt: expiresAt.toISOString(),
  };
}

/** Where the bytes go: to the interface that the file was announced in, with the same credential. */
function uploadAddress({ kind }: Actor): string {
  const { baseUrl, embedUrl } = env();
  if (kind === "embedToken") return embedUrl + journeyUploadPath;
  return baseUrl + (kind === "merchantUser" ? accountUploadPath : uploadPath);
}

async function requireConnected(reach: Reach, merchantId: string): Promise<void> {
  const { connectionStatus } = await findMerchant(reach, merchantId);
  if (connectionStatus === "DISCONNECTED") {
    throw new CodedError("CONNECTION_CLOSED", "The merchant is disconnected; its KYC record cannot be changed.");
  }
}
