import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { files, looseBytes } from "@/db/schema/files";
import { auditLog } from "@/db/schema/operations";
import type { Actor } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { attachDocument } from "@/lib/merchants/kyc/attach-document";
import { listDocuments } from "@/lib/merchants/kyc/queries";
import { useDatabase } from "@/test/database";
import { documentBytes } from "@/test/factories/document-bytes";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { as, run, written } from "@/test/operator-terminal";
import { now } from "@/test/time";
import { confirmUpload } from "./confirm-upload";
import { receiveUpload } from "./receive-upload";
import { requestUpload } from "./request-upload";
import { sealDocuments } from "./seal-documents";

useDatabase();

const secret = "the account number 2987165434 ";
const pdf = Buffer.from(`%PDF-1.7\n${secret.repeat(6_000)}`);
const announced = { fileName: "certificate.pdf", mimeType: "application/pdf", fileSize: String(pdf.length) } as const;

let shop: TestMarketplace;
let actor: Actor;
beforeAll(async () => {
  shop = await createMarketplace();
  actor = sandboxActor(shop.test);
  await run(`operator add ${as} First Reviewer`, {});
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => rm(env().dataDir, { recursive: true, force: true }));

async function* inChunks() {
  for (let at = 0; at < pdf.length; at += 1_000) yield pdf.subarray(at, at + 1_000);
}

/** A document of a merchant, and where its bytes are. */
async function attached() {
  const { merchantId } = await anyMerchant(shop.test);
  const { fileKey, upload } = await requestUpload({ actor, input: announced, realNow: now() });
  const token = upload.headers["X-Upload-Token"] ?? "";
  await receiveUpload({ fileKey, token, contentType: announced.mimeType, content: inChunks(), realNow: now() });
  await confirmUpload({ actor, fileKey, realNow: now() });
  const input = { ...announced, fileKey, documentType: "CAC_CERTIFICATE" } as const;
  await attachDocument({ actor, ref: merchantId, input, now: now() });
  const [found] = await listDocuments(everyMerchantOf(shop.test), { merchantId });
  return { merchantId, fileKey, documentId: found?.document.id ?? "", place: await placeOf(fileKey) };
}

async function fileOf(fileKey: string) {
  const [file] = await db().select().from(files).where(eq(files.id, fileKey));
  if (!file) throw new Error("no such file");
  return file;
}

const placeOf = async (fileKey: string) =>
  path.join(env().dataDir, "documents", (await fileOf(fileKey)).storageName ?? "");

test("what is stored of a document cannot be read, and its reviewer gets it as it was sent", async () => {
  const { merchantId, fileKey, documentId, place } = await attached();
  const stored = await readFile(place);
  expect(stored.includes(secret)).toBe(false);
  expect(stored.includes("%PDF")).toBe(false);
  expect(await run(`kyc document ${merchantId} ${documentId} one.pdf`)).toMatch(
    /certificate\.pdf[\s\S]*It is in one\.pdf\./,
  );
  expect(written["one.pdf"]?.equals(pdf)).toBe(true);
  expect((await documentBytes(fileKey)).equals(pdf)).toBe(true);
  const opened = await db().select().from(auditLog).where(eq(auditLog.subjectId, documentId));
  expect(opened.map(({ action }) => action)).toContain("kyc.open-document");
});

test("a document of another merchant is not found", async () => {
  const [{ merchantId }, { documentId }] = [await attached(), await attached()];
  await expect(run(`kyc document ${merchantId} ${documentId} other.pdf`)).rejects.toThrow("has no document");
});

describe("who can write to the disk puts there", () => {
  let one: Awaited<ReturnType<typeof attached>>;
  let other: Awaited<ReturnType<typeof attached>>;
  beforeEach(async () => {
    one ??= await attached();
    other ??= await attached();
  });

  test.each<[string, (bytes: Buffer) => Promise<Buffer> | Buffer]>([
    ["a changed document", (bytes) => Buffer.from(bytes).fill(7, 70_000, 70_001)],
    ["one that is cut off", (bytes) => bytes.subarray(0, 2 * (64 * 1024 + 16))],
    ["one with something added", (bytes) => Buffer.concat([bytes, Buffer.from("more")])],
    ["the document of somebody else", () => readFile(other.place)],
    ["a document in plain text", () => pdf],
    ["nothing", () => Buffer.alloc(0)],
  ])("%s: it is refused, nothing is written, and the log says so", async (_, change) => {
    const said = vi.spyOn(log, "error").mockReturnValue();
    const bytes = await readFile(one.place);
    await writeFile(one.place, await change(bytes));
    delete written["broken.pdf"];
    const reading = run(`kyc document ${one.merchantId} ${one.documentId} broken.pdf`);
    await expect(reading).rejects.toThrow(/Nothing was written\.$/);
    expect(written["broken.pdf"]).toBeUndefined();
    expect(said).toHaveBeenCalledWith("a document is not what was stored", expect.anything(), {
      documentId: one.documentId,
    });
    await writeFile(one.place, bytes);
  });

  test("no document at all: it is refused too", async () => {
    vi.spyOn(log, "error").mockReturnValue();
    const gone = await attached();
    await rm(gone.place);
    const reading = run(`kyc document ${gone.merchantId} ${gone.documentId} gone.pdf`);
    await expect(reading).rejects.toThrow("There are no bytes");
  });
});

describe("a document of a former version", () => {
  /** As it was stored before documents were encrypted. */
  async function plainOne() {
    const one = await attached();
    await writeFile(one.place, pdf);
    await db().update(files).set({ dataKey: null }).where(eq(files.id, one.fileKey));
    return one;
  }
  const sealAll = () => sealDocuments({ after: "", limit: 100, realNow: now() });

  test("is readable until it is encrypted, and afterwards; its plain bytes go", async () => {
    const { fileKey, place } = await plainOne();
    expect((await documentBytes(fileKey)).equals(pdf)).toBe(true);
    expect(await sealAll()).toBeNull();
    expect((await documentBytes(fileKey)).equals(pdf)).toBe(true);
    expect(await fileOf(fileKey)).toMatchObject({ status: "CONFIRMED", dataKey: expect.stringMatching(/^k1\./) });
    const names = await readdir(path.dirname(place));
    expect(names).not.toContain(path.basename(place));
    expect((await readFile(await placeOf(fileKey))).includes(secret)).toBe(false);
    expect(await db().select().from(looseBytes)).toEqual([]);
    expect(await sealAll()).toBeNull();
  });

  test("that is not what was sent is left as it is, and the log says so", async () => {
    const said = vi.spyOn(log, "error").mockReturnValue();
    const { fileKey, place } = await plainOne();
    await writeFile(place, Buffer.from("%PDF-1.7\nanother"));
    const before = await fileOf(fileKey);
    await sealAll();
    expect(said).toHaveBeenCalledWith("a document could not be encrypted", expect.anything(), { fileKey });
    expect(await fileOf(fileKey)).toEqual(before);
    expect(await db().select().from(looseBytes)).toEqual([]);
  });
});
