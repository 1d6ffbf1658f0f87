import { db, transaction } from "@/db/client";
import { files } from "@/db/schema/files";
import { ownedBy } from "@/db/tenancy";
import type { Actor } from "@/lib/kernel/actor";
import { later } from "@/lib/kernel/calendar";
import type { RealTimeCall } from "@/lib/kernel/call";
import { randomText, sha256 } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";
import { CodedError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { onlyMerchantIn, type Reach, reachOf } from "@/lib/kernel/reach";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import {
  accountUploadPath,
  journeyUploadPath,
  uploadPath,
  uploadTokenHeader,
  uploadWindow,
} from "@/lib/terms/documents/constants";
import type { RequestUpload } from "@/lib/terms/documents/schema";
import { requireQuota } from "./upload-quota";

/** The token travels in a header, since URLs end up in logs. A file that a merchant announces is its own at once. */
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
requestUpload.errors = ["UPLOAD_QUOTA_EXCEEDED"] as const;

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
