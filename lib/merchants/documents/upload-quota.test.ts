import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { files } from "@/db/schema/files";
import { documents, kycRecords } from "@/db/schema/kyc";
import { ownedBy } from "@/db/tenancy";
import type { Actor, Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { maxFileBytes, uploadWindow } from "@/lib/terms/documents/constants";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { purgeUploads } from "./purge-uploads";
import { requestUpload } from "./request-upload";

Object.assign(process.env, {
  UPLOADS_WAITING_PER_MERCHANT: "3",
  UPLOADS_WAITING_PER_MARKETPLACE: "5",
  UPLOAD_MIB_PER_MERCHANT: "40",
  UPLOAD_MIB_PER_MARKETPLACE: "60",
});
useDatabase();

const at = now();
const announce = (actor: Actor, bytes: number, realNow = at) =>
  requestUpload({
    actor,
    input: { fileName: "a.pdf", mimeType: "application/pdf", fileSize: String(bytes) },
    realNow,
  });

async function shop() {
  const marketplace = await createMarketplace({ live: true });
  const merchant = async (tenant: Tenant) => {
    const { merchantId } = await anyMerchant(tenant);
    return { merchantId, actor: { kind: "embedToken", tenant, merchantId } as const };
  };
  return { ...marketplace, merchant, backend: sandboxActor(marketplace.test) };
}

/** As if the upload had been confirmed and attached to its merchant's KYC record. */
async function attach(tenant: Tenant, merchantId: string, fileKey: string) {
  const [kyc] = await db().select().from(kycRecords).where(eq(kycRecords.merchantId, merchantId));
  await db().update(files).set({ status: "CONFIRMED" }).where(eq(files.id, fileKey));
  const document = { id: newId("document"), ...ownedBy(tenant), kycId: kyc?.id ?? "", fileId: fileKey };
  const told = { documentType: "CAC_CERTIFICATE", fileName: "a.pdf", prefilled: false, createdAt: at } as const;
  await db()
    .insert(documents)
    .values({ ...document, ...told });
}

const refused = (message: RegExp) => ({ code: "UPLOAD_QUOTA_EXCEEDED", message: expect.stringMatching(message) });

test("of uploads announced at once, no more pass than may wait; an attached one makes room, for its owner alone", async () => {
  const { test: tenant, merchant } = await shop();
  const [mine, other] = [await merchant(tenant), await merchant(tenant)];
  const asked = await Promise.allSettled(Array.from({ length: 10 }, () => announce(mine.actor, 8)));
  const passed = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value.fileKey] : []));
  expect(passed).toHaveLength(3);
  await expect(announce(mine.actor, 8)).rejects.toMatchObject(refused(/^3 uploads of the merchant are not attached/));
  await announce(other.actor, 8);
  await attach(tenant, mine.merchantId, passed[0] ?? "");
  await announce(mine.actor, 8);
});

test("all files of a merchant, and all of a marketplace's data set, have a limit of bytes", async () => {
  const { test: tenant, live, merchant, backend } = await shop();
  const one = await merchant(tenant);
  for (let i = 0; i < 4; i++) {
    const { fileKey } = await announce(one.actor, maxFileBytes);
    await attach(tenant, one.merchantId, fileKey);
  }
  await expect(announce(one.actor, 1)).rejects.toMatchObject(
    refused(/^The files of the merchant may be 40 MiB in all/),
  );
  await announce(backend, maxFileBytes);
  await announce(backend, maxFileBytes - 1);
  await announce(backend, 1);
  const all = refused(/^The files of the marketplace and its merchants may be 60 MiB in all/);
  await expect(announce((await merchant(tenant)).actor, 1)).rejects.toMatchObject(all);
  await announce(sandboxActor(live), maxFileBytes);
});

test("what never came, and what is purged, takes no room", async () => {
  const { test: tenant, merchant, backend } = await shop();
  const { actor } = await merchant(tenant);
  for (let i = 0; i < 3; i++) await announce(actor, 8);
  await expect(announce(actor, 8)).rejects.toMatchObject(refused(/^3 uploads/));
  await announce(actor, 8, later(at, uploadWindow));
  for (let i = 0; i < 5; i++) await announce(backend, 8);
  await db().update(files).set({ status: "UPLOADED" }).where(eq(files.status, "REQUESTED"));
  const muchLater = later(at, 2 * day);
  await expect(announce(backend, 8, muchLater)).rejects.toMatchObject(refused(/^5 uploads of the marketplace/));
  await purgeUploads({ realNow: muchLater, limit: 100 });
  await announce(backend, 8, muchLater);
});
