import { createHash } from "node:crypto";
import { db } from "@/db/client";
import { files } from "@/db/schema/files";
import { ownedBy } from "@/db/tenancy";
import type { Actor, Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { keepIdentities } from "@/lib/lending/funding/borrowers/keep-identities";
import { attachDocument } from "@/lib/merchants/kyc/attach-document";
import { checkDirectors } from "@/lib/merchants/kyc/check-identities";
import { saveBusinessInfo } from "@/lib/merchants/kyc/save-business-info";
import { saveDirectors } from "@/lib/merchants/kyc/save-directors";
import { submitKyc } from "@/lib/merchants/kyc/submit-kyc";
import { createMerchant } from "@/lib/merchants/merchants/create-merchant";
import { businessInfoOf, directorOf, numberedShop } from "@/lib/terms/fixtures/shop.mjs";
import type { DirectorInput } from "@/lib/terms/kyc/schema";
import { now } from "@/test/time";

let made = 0;

const { businessName, businessType, operatingAddress } = businessInfoOf(numberedShop(12));

/** Business information that is complete enough. */
export const anyBusinessInfo = { businessName, businessType, operatingAddress };

/** A director as the API takes one, with a BVN that no other call gives. */
export function anyDirector(fields: Partial<DirectorInput> = {}): DirectorInput {
  made += 1;
  const { position: _, isPrimary: __, ...director } = directorOf(numberedShop(made));
  return { ...director, ...fields };
}

/** The actor that the sandbox acts as. */
export function sandboxActor(tenant: Tenant): Actor {
  return { kind: "sandbox", tenant };
}

/** A merchant of the tenant; answers its id and its marketplace's own id. */
export async function anyMerchant(tenant: Tenant): Promise<{ merchantId: string; thirdPartyCustomerId: string }> {
  made += 1;
  return createMerchant({
    actor: sandboxActor(tenant),
    input: { thirdPartyCustomerId: `shop-${made}`, businessName: `Shop ${made}` },
    now: now(),
  });
}

/** A confirmed upload of the tenant that says it is a PDF of 8 bytes; there are no bytes behind it. */
export async function confirmedFile(tenant: Tenant, bytes = "%PDF-1.7") {
  const fileKey = newId("file");
  await db()
    .insert(files)
    .values({
      id: fileKey,
      ...ownedBy(tenant),
      status: "CONFIRMED",
      fileName: "certificate.pdf",
      mimeType: "application/pdf",
      fileSize: 8,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      storageName: `${fileKey}-absent`,
      uploadTokenDigest: "none",
      createdAt: now(),
      expiresAt: now(),
    });
  return { fileKey, fileSize: "8", mimeType: "application/pdf" };
}

/** Saves directors as the API does: their identities are checked, then the list is stored. */
export async function saveAnyDirectors(call: Parameters<typeof checkDirectors>[0]) {
  return saveDirectors({ ...call, checks: await checkDirectors(call), watch: keepIdentities });
}

/** Fills in everything KYC asks for, without submitting it. */
export async function completeKyc(tenant: Tenant, ref: string, director: Partial<DirectorInput> = {}): Promise<void> {
  const call = { actor: sandboxActor(tenant), ref, now: now() };
  await saveBusinessInfo({ ...call, input: anyBusinessInfo });
  await saveAnyDirectors({ ...call, input: [anyDirector(director)] });
  const { fileKey } = await confirmedFile(tenant);
  await attachDocument({
    ...call,
    input: {
      documentType: "CAC_CERTIFICATE",
      fileName: "certificate.pdf",
      fileKey,
      fileSize: "8",
      mimeType: "application/pdf",
    },
  });
}

/** A merchant whose KYC waits for review. */
export async function submittedMerchant(tenant: Tenant, director: Partial<DirectorInput> = {}) {
  const merchant = await anyMerchant(tenant);
  await completeKyc(tenant, merchant.merchantId, director);
  await submitKyc({ actor: sandboxActor(tenant), ref: merchant.merchantId, now: now() });
  return merchant;
}
