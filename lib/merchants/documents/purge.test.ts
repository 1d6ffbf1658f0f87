import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connection, db } from "@/db/client";
import { files, looseBytes } from "@/db/schema/files";
import type { Actor } from "@/lib/kernel/actor";
import { day, later, minute } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import { attachDocument } from "@/lib/merchants/kyc/attach-document";
import { useDatabase } from "@/test/database";
import { documentBytes } from "@/test/factories/document-bytes";
import { anyMerchant, sandboxActor, submittedMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { waitingRoom } from "@/test/factories/waiting-room";
import { now } from "@/test/time";
import { confirmUpload } from "./confirm-upload";
import { purgeLooseBytes } from "./purge-loose-bytes";
import { purgeUploads } from "./purge-uploads";
import { receiveUpload } from "./receive-upload";
import { requestUpload } from "./request-upload";

useDatabase();

let actor: Actor;
beforeAll(async () => {
  actor = sandboxActor((await createMarketplace()).test);
});
afterAll(() => rm(env().dataDir, { recursive: true, force: true }));

const pdf = Buffer.from("%PDF-1.7\nthe certificate");
const announced = { fileName: "certificate.pdf", mimeType: "application/pdf", fileSize: String(pdf.length) } as const;

async function announce() {
  const { fileKey, upload } = await requestUpload({ actor, input: announced, realNow: now() });
  return { fileKey, token: upload.headers["X-Upload-Token"] ?? "" };
}

async function* whole(bytes: Uint8Array = pdf) {
  yield bytes;
}

const put = (upload: { fileKey: string; token: string }, content: AsyncIterable<Uint8Array> = whole()) =>
  receiveUpload({ ...upload, contentType: "application/pdf", content, realNow: now() });

async function confirmed(): Promise<string> {
  const upload = await announce();
  await put(upload);
  await confirmUpload({ actor, fileKey: upload.fileKey, realNow: now() });
  return upload.fileKey;
}

async function storageNameOf(fileKey: string) {
  const [row] = await db().select().from(files).where(eq(files.id, fileKey));
  return row?.storageName;
}

const folder = () => path.join(env().dataDir, "documents");
const stored = () => readdir(folder()).catch(() => []);
const asOf = (ms: number) => ({ realNow: later(now(), ms), limit: 100 });

describe("purgeUploads", () => {
  it("removes what was never confirmed, a day after it expired", async () => {
    const abandoned = await announce();
    await put(abandoned);
    const kept = await confirmed();
    const name = await storageNameOf(abandoned.fileKey);
    expect(await purgeUploads(asOf(day))).toBe(0);
    expect(await purgeUploads(asOf(2 * day))).toBe(1);
    expect(await storageNameOf(abandoned.fileKey)).toBeUndefined();
    expect(await stored()).not.toContain(name);
    expect(await stored()).toContain(await storageNameOf(kept));
  });

  it("removes it also of a merchant who has submitted since, one batch after another", async () => {
    const { merchantId } = await submittedMerchant(actor.tenant);
    const merchant = { kind: "embedToken", tenant: actor.tenant, merchantId } as const;
    const before = later(now(), -minute);
    const request = () => requestUpload({ actor: merchant, input: announced, realNow: before });
    await request();
    await request();
    const next = { realNow: later(now(), 2 * day), limit: 1 };
    expect([await purgeUploads(next), await purgeUploads(next), await purgeUploads(next)]).toEqual([1, 1, 0]);
    const left = await db().select({ status: files.status }).from(files).where(eq(files.merchantId, merchantId));
    expect(left, "the certificate that is attached").toEqual([{ status: "CONFIRMED" }]);
  });

  it("removes what was confirmed and not attached in 30 days", async () => {
    const [attached, idle] = [await confirmed(), await confirmed()];
    const { merchantId } = await anyMerchant(actor.tenant);
    const input = { ...announced, documentType: "CAC_CERTIFICATE" as const, fileKey: attached };
    await attachDocument({ actor, ref: merchantId, input, now: now() });

    const name = await storageNameOf(idle);
    await purgeUploads(asOf(30 * day));
    expect(await stored()).toContain(name);
    await purgeUploads(asOf(31 * day));
    expect(await storageNameOf(idle)).toBeUndefined();
    expect(await stored()).not.toContain(name);
    expect(await stored()).toContain(await storageNameOf(attached));
  });
});

describe("purgeLooseBytes", () => {
  it("removes what a PUT left that was killed amid its bytes, a day later", async () => {
    const upload = await announce();
    const before = await stored();
    const room = waitingRoom();
    async function* killed() {
      yield pdf.subarray(0, 15);
      // A process that is killed here runs nothing that comes after.
      await room.wait();
      throw new Error("killed");
    }
    const dying = put(upload, killed());
    await expect.poll(async () => (await stored()).length).toBe(before.length + 1);
    expect(await purgeLooseBytes(asOf(day - minute))).toBe(0);
    expect((await stored()).length).toBe(before.length + 1);
    expect(await purgeLooseBytes(asOf(day + minute))).toBe(1);
    expect(await stored()).toEqual(before);
    expect(await purgeLooseBytes(asOf(day + minute))).toBe(0);
    room.open();
    await expect(dying).rejects.toThrow("killed");
  });

  it("removes bytes that a PUT stored and never got to name, a day later", async () => {
    const upload = await announce();
    const before = await stored();
    const holder = await connection().reserve();
    try {
      await holder`begin`;
      await holder`delete from files where id = ${upload.fileKey}`;
      const late = put(upload).catch((error: unknown) => error);
      // Whole, under its name: what is still being written is named otherwise.
      const kept = async () => (await stored()).filter((name) => !name.includes("."));
      await expect.poll(async () => (await kept()).length).toBe(before.length + 1);
      expect(await purgeLooseBytes(asOf(day + minute))).toBe(1);
      expect(await stored()).toEqual(before);
      await holder`commit`;
      expect(await late).toMatchObject({ code: "UPLOAD_NOT_ACCEPTED" });
    } finally {
      await holder`rollback`;
      holder.release();
    }
  });

  it("finds nothing after a PUT that ended well, badly or too late", async () => {
    const upload = await announce();
    await put(upload);
    await put(upload);
    await expect(put(upload, whole(Buffer.alloc(pdf.length)))).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    async function* late() {
      yield pdf.subarray(0, 15);
      await confirmUpload({ actor, fileKey: upload.fileKey, realNow: now() });
      yield pdf.subarray(15);
    }
    await expect(put(upload, late())).rejects.toMatchObject({ code: "UPLOAD_NOT_ACCEPTED" });
    expect(await db().select().from(looseBytes)).toEqual([]);
    expect(await purgeLooseBytes(asOf(2 * day))).toBe(0);
    const name = (await storageNameOf(upload.fileKey)) ?? "";
    expect(await documentBytes(upload.fileKey)).toEqual(pdf);
    expect((await stored()).filter((one) => one.startsWith(upload.fileKey))).toEqual([name]);
  });
});
