import { rm } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { db } from "@/db/client";
import { files, looseBytes } from "@/db/schema/files";
import type { Actor } from "@/lib/kernel/actor";
import { day, later, minute } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import { outside } from "@/lib/platform/providers/outside";
import * as storages from "@/lib/platform/providers/storage";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
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
afterEach(() => void vi.restoreAllMocks());
afterAll(() => rm(env().dataDir, { recursive: true, force: true }));

const pdf = Buffer.from("%PDF-1.7\nthe certificate");

/** An upload whose bytes have come, and how to put others. */
async function uploaded() {
  const input = { fileName: "certificate.pdf", mimeType: "application/pdf", fileSize: String(pdf.length) } as const;
  const { fileKey, upload } = await requestUpload({ actor, input, realNow: now() });
  async function* content() {
    yield pdf;
  }
  const token = upload.headers["X-Upload-Token"] ?? "";
  const put = () => receiveUpload({ fileKey, token, contentType: input.mimeType, content: content(), realNow: now() });
  await put();
  return { fileKey, put, confirm: () => confirmUpload({ actor, fileKey, realNow: now() }) };
}

const fileOf = async (fileKey: string) => (await db().select().from(files).where(eq(files.id, fileKey)))[0];

it("takes what the storage says only for the bytes that it was asked about", async () => {
  const { fileKey, put, confirm } = await uploaded();
  const real = storages.storage();
  const before = (await fileOf(fileKey))?.storageName;
  const stat = async (name: string) => {
    const found = await real.stat(name);
    await put();
    return found;
  };
  vi.spyOn(storages, "storage").mockReturnValueOnce(outside("storage", { ...real, stat }));
  await expect(confirm()).rejects.toMatchObject({ code: "UPLOAD_NOT_ACCEPTED", message: /file was replaced/ });
  expect(await fileOf(fileKey)).toMatchObject({
    status: "UPLOADED",
    storageName: expect.not.stringMatching(`^${before}$`),
  });
  expect(await confirm()).toMatchObject({ status: "CONFIRMED" });
});

it("of two at once both answer the same", async () => {
  const { confirm } = await uploaded();
  const [one, other] = await Promise.all([confirm(), confirm()]);
  expect(one).toEqual(other);
  vi.spyOn(storages, "storage").mockImplementation(() => {
    throw new Error("Nothing is asked about bytes that are confirmed.");
  });
  expect(await confirm()).toEqual(one);
});

it("a purge that cannot reach the storage leaves the names of the bytes to the next", async () => {
  const { fileKey } = await uploaded();
  const storageName = (await fileOf(fileKey))?.storageName ?? "";
  const real = storages.storage();
  const remove = () => Promise.reject(new Error("down"));
  vi.spyOn(storages, "storage").mockReturnValueOnce(outside("storage", { ...real, remove }));
  const at = later(now(), 2 * day);
  await expect(purgeUploads({ realNow: at, limit: 100 })).rejects.toThrow("down");
  expect(await fileOf(fileKey)).toBeUndefined();
  expect(await db().select({ storageName: looseBytes.storageName }).from(looseBytes)).toEqual([{ storageName }]);
  expect(await purgeLooseBytes({ realNow: later(at, day + minute), limit: 100 })).toBe(1);
  expect(await real.stat(storageName)).toBeNull();
});
