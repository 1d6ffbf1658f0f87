import { AsyncLocalStorage } from "node:async_hooks";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { eq, isNotNull, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { PUT as putUpload } from "@/app/api/v1/marketplace-api/uploads/[fileKey]/route";
import { db, transaction } from "@/db/client";
import { locks } from "@/db/locks";
import { files, looseBytes } from "@/db/schema/files";
import { keyChecks } from "@/db/schema/operations";
import type { Actor } from "@/lib/kernel/actor";
import { day, later, minute } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import type { Storage } from "@/lib/platform/providers/disk-storage";
import * as storages from "@/lib/platform/providers/storage";
import { uploadTokenHeader } from "@/lib/terms/documents/constants";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { documentBytes } from "@/test/factories/document-bytes";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { useObjectStore } from "@/test/object-store/object-store";
import { now } from "@/test/time";
import { confirmUpload } from "./confirm-upload";
import { copyDocument } from "./move-document";
import { checkDocuments, moveDocuments, removeOldDocuments } from "./move-documents";
import { purgeLooseBytes } from "./purge-loose-bytes";
import { receiveUpload } from "./receive-upload";
import { requestUpload } from "./request-upload";

useDatabase();
/** Outside the transaction of whoever calls it. */
const outsideAll = AsyncLocalStorage.snapshot();
const store = useObjectStore();

let shop: TestMarketplace;
let actor: Actor;
beforeAll(async () => {
  shop = await createMarketplace();
  actor = sandboxActor(shop.test);
});
beforeEach(async () => {
  lines.length = 0;
  // As two starts of the service leave them, the second with the bucket.
  for (const place of ["disk", "s3"] as const) {
    documentsGoTo(place);
    await storages.requireOwnStorage();
  }
  documentsGoTo("disk");
});
afterEach(async () => {
  store.goesWrong();
  vi.restoreAllMocks();
  await db().delete(files);
  await db().delete(looseBytes);
  await db().delete(keyChecks);
  await rm(folder(), { recursive: true, force: true });
  for (const name of await readdir(store.directory())) await rm(path.join(store.directory(), name));
});
afterAll(() => rm(env().dataDir, { recursive: true, force: true }));

const documentsGoTo = (documentsIn: storages.Place) =>
  void Object.assign(env(), { documentsIn, objectStore: store.settings() });
const folder = () => path.join(env().dataDir, "documents");
const withoutMarker = (names: string[]) => names.filter((name) => name !== "marker");
const onDisk = async () => withoutMarker(await readdir(folder()).catch(() => []));
const inBucket = async () => withoutMarker(await store.objects());

const lines: string[] = [];
const print = (line: string) => void lines.push(line);
const toBucket = { to: "s3", print } as const;

const secret = "the account number 2987165434 ";
const pdfOf = (number: number) => Buffer.from(`%PDF-1.7\n${number}: ${secret.repeat(4_000)}`);

async function announced(content: Buffer) {
  const input = { fileName: "a.pdf", mimeType: "application/pdf", fileSize: String(content.length) } as const;
  const { fileKey, upload } = await requestUpload({ actor, input, realNow: now() });
  return { fileKey, token: upload.headers[uploadTokenHeader] ?? "" };
}

async function uploaded(number: number) {
  const { fileKey, token } = await announced(pdfOf(number));
  async function* content() {
    yield pdfOf(number);
  }
  await receiveUpload({ fileKey, token, contentType: "application/pdf", content: content(), realNow: now() });
  await confirmUpload({ actor, fileKey, realNow: now() });
  return fileKey;
}

const many = async (count: number) => {
  const keys: string[] = [];
  for (let number = 0; number < count; number += 1) keys.push(await uploaded(number));
  return keys;
};

async function nameOf(fileKey: string) {
  const [file] = await db().select().from(files).where(eq(files.id, fileKey));
  return file?.storageName ?? "";
}

async function allAsSent(keys: string[]) {
  for (const [number, fileKey] of keys.entries()) {
    expect((await documentBytes(fileKey)).equals(pdfOf(number)), `document ${number}`).toBe(true);
  }
}

describe("an upload to the bucket", () => {
  beforeEach(() => documentsGoTo("s3"));

  test("that the store does not take is 503 with Retry-After and counts as nothing; later it goes through, unreadable there", async () => {
    const { fileKey, token } = await announced(pdfOf(1));
    const headers = { [uploadTokenHeader]: token, "content-type": "application/pdf" };
    const put = () => call(putUpload, { method: "PUT", params: { fileKey }, raw: pdfOf(1), headers });
    // The upload, and the removal of what may have come of it.
    store.goesWrong(500, 500, 500, 503, 503, 503);
    const refused = await put();
    expect(refused).toMatchObject({ status: 503, json: { code: "SERVICE_UNAVAILABLE" } });
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(JSON.stringify(refused.json)).not.toMatch(/InternalError|127\.0\.0\.1|S3RVER/);
    await expect(confirmUpload({ actor, fileKey, realNow: now() })).rejects.toMatchObject({
      code: "UPLOAD_NOT_ACCEPTED",
    });
    expect(await db().select().from(looseBytes)).toHaveLength(1);

    expect((await put()).status).toBe(204);
    store.goesWrong(500, 500, 500);
    await expect(confirmUpload({ actor, fileKey, realNow: now() })).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
    });
    expect(await confirmUpload({ actor, fileKey, realNow: now() })).toMatchObject({ status: "CONFIRMED" });
    expect(await inBucket()).toEqual([await nameOf(fileKey)]);
    expect(await onDisk()).toEqual([]);
    const kept = await readFile(path.join(store.directory(), `${await nameOf(fileKey)}._S3rver_object`));
    expect([kept.includes(secret), kept.includes("%PDF")]).toEqual([false, false]);
    expect((await documentBytes(fileKey)).equals(pdfOf(1))).toBe(true);
    store.goesWrong(503, 503, 503);
    await expect(documentBytes(fileKey)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect(await purgeLooseBytes({ realNow: later(now(), day + minute), limit: 10 })).toBe(1);
  });
});

describe("moving", () => {
  test("to the bucket, refused, killed on its way and run again, and back: every document can be read all the time", async () => {
    const keys = await many(9);
    documentsGoTo("s3");
    keys.push(await uploaded(9));
    expect([(await onDisk()).length, (await inBucket()).length]).toEqual([9, 1]);
    await allAsSent(keys);
    expect(await checkDocuments(toBucket)).toBe(false);
    expect(lines).toEqual(["Documents in the object store: 1.", "Not there: 9.", "Copies at the former place: 9."]);

    const command = ["scripts/documents/move-documents.mjs", "--to", "s3"];
    const { endpoint, bucket } = store.settings();
    const S3 = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: "S3RVER", S3_SECRET_ACCESS_KEY: "S3RVER" };
    const options = { env: { ...process.env, ...S3, S3_SECRET_ACCESS_KEY: "S3RVER88" } };
    const refused = spawn(process.execPath, command, options);
    const [said, complaint] = await Promise.all([text(refused.stdout), text(refused.stderr), once(refused, "close")]);
    expect([said, complaint]).toEqual(["", "the object store answers 403 SignatureDoesNotMatch.\n"]);
    expect(refused.exitCode).toBe(1);

    const before = store.asked.length;
    store.goesWrong(...Array(12).fill(null), ...Array(20).fill("hangs"));
    const killed = spawn(process.execPath, command, { env: { ...process.env, ...S3 } });
    await expect.poll(() => store.asked.length - before, { timeout: 15_000 }).toBe(16);
    killed.kill("SIGKILL");
    await once(killed, "close");
    store.goesWrong();
    const copied = (await inBucket()).length - 1;
    expect(copied).toBeGreaterThan(0);
    expect(copied).toBeLessThan(9);
    await allAsSent(keys);

    lines.length = 0;
    expect(await moveDocuments(toBucket)).toBe(true);
    expect(lines).toContain(`Documents in the object store: 10, ${9 - copied} of them copied now.`);
    expect((await onDisk()).length, "nothing is removed by itself").toBe(9);
    expect(await moveDocuments(toBucket)).toBe(true);
    expect(await removeOldDocuments(toBucket)).toBe(true);
    expect(await onDisk()).toEqual([]);
    await allAsSent(keys);
    expect(await removeOldDocuments(toBucket)).toBe(true);

    await expect(moveDocuments({ to: "disk", print })).rejects.toThrow("DOCUMENTS_IN is s3. Start every process");
    documentsGoTo("disk");
    await storages.requireOwnStorage();
    expect(await moveDocuments({ to: "disk", print })).toBe(true);
    expect(await removeOldDocuments({ to: "disk", print })).toBe(true);
    expect([(await onDisk()).length, await inBucket()]).toEqual([10, []]);
    Object.assign(env(), { objectStore: null });
    await allAsSent(keys);
  });

  test("what the service removes while it is copied is left nowhere", async () => {
    const [kept = "", removed = ""] = await many(2);
    const name = await nameOf(removed);
    documentsGoTo("s3");
    const real = storages.storageIn("s3", "used");
    const beside: Storage = {
      ...real,
      async put(...given) {
        if (given[0] === name) {
          await db().delete(files).where(eq(files.id, removed));
          await storages.storage().remove(name);
        }
        return real.put(...given);
      },
    };
    vi.spyOn(storages, "storageIn").mockImplementationOnce(() => beside);
    expect(await moveDocuments(toBucket)).toBe(true);
    expect(await inBucket()).toEqual([await nameOf(kept)]);
    expect(await onDisk()).toEqual([await nameOf(kept)]);
  });

  test("a copy that is not what was stored does not count, and the original stays", async () => {
    const [one = "", other = "", third = ""] = await many(3);
    const [name, otherName, thirdName] = [await nameOf(one), await nameOf(other), await nameOf(third)];
    const place = path.join(folder(), otherName);
    await writeFile(place, (await readFile(place)).fill(7, 70_000, 70_001));
    await rm(path.join(folder(), thirdName));
    documentsGoTo("s3");
    expect(await moveDocuments(toBucket)).toBe(false);
    expect(lines).toContain(`The document ${other} is not what was stored, and stays where it is.`);
    expect(lines).toContain("Documents in the object store: 1, 1 of them copied now.");
    expect(lines).toContain("Not there: 1.");
    expect(await inBucket()).toEqual([name]);

    // Of the right size, and something else: the disk keeps the only good one.
    const object = path.join(store.directory(), `${name}._S3rver_object`);
    await writeFile(object, (await readFile(object)).fill(7, 70_000, 70_001));
    expect(await removeOldDocuments(toBucket)).toBe(false);
    expect(await onDisk()).toEqual([name, otherName].sort());
  });

  test("what is not encrypted yet does not leave", async () => {
    const [one = ""] = await many(2);
    await db().update(files).set({ dataKey: null }).where(eq(files.id, one));
    documentsGoTo("s3");
    expect(await moveDocuments(toBucket)).toBe(false);
    expect(lines.at(-1)).toMatch(/^Not encrypted yet: 1\./);
    expect(await inBucket()).not.toContain(await nameOf(one));
    expect(await db().select().from(files).where(isNotNull(files.dataKey))).toHaveLength(1);
  });

  test("to or from a place that is not this database's is refused, and two at once are", async () => {
    const [one = ""] = await many(1);
    documentsGoTo("s3");
    const ours = path.join(folder(), "marker");
    await rename(ours, `${ours}-aside`);
    await expect(moveDocuments(toBucket)).rejects.toThrow("the disk for documents has no marker");
    await rename(`${ours}-aside`, ours);
    await withLockElsewhere(async () => {
      await expect(moveDocuments(toBucket)).rejects.toThrow("Documents are being moved already");
    });
    expect(await moveDocuments(toBucket)).toBe(true);
    expect(await removeOldDocuments(toBucket)).toBe(true);

    // The disk is free to go with its machine: nothing of ours is missed there, and another is no way back.
    await rm(folder(), { recursive: true });
    await storages.requireOwnStorage();
    await allAsSent([one]);
    documentsGoTo("disk");
    await expect(removeOldDocuments({ to: "disk", print })).rejects.toThrow("has not been taken into use");
    expect(await inBucket()).toEqual([await nameOf(one)]);
  });

  test("a copy that was cut short before it was read is made again, and the last one is never removed", async () => {
    const [one = ""] = await many(1);
    const name = await nameOf(one);
    documentsGoTo("s3");
    expect(await moveDocuments(toBucket)).toBe(true);
    const object = path.join(store.directory(), `${name}._S3rver_object`);
    const whole = await readFile(object);
    await writeFile(object, Buffer.from(whole).fill(7, 70_000, 70_001));
    expect(await moveDocuments(toBucket)).toBe(true);
    expect((await readFile(object)).equals(whole)).toBe(true);

    // Another who copies has removed the former one after this one saw it.
    const to = { ...storages.storageIn("s3", "used"), stat: async () => null };
    const from = { ...storages.storageIn("disk", "used"), stat: async () => ({ size: 1 }), get: async () => null };
    const [file] = await db().select().from(files);
    const copied = file && copyDocument({ ...file, storageName: name }, { from, to });
    await expect(copied).rejects.toThrow("was removed meanwhile");
    expect((await readFile(object)).equals(whole)).toBe(true);
  });
});

/** As another process that moves documents holds it. */
async function withLockElsewhere(work: () => Promise<void>) {
  await transaction(async () => {
    await db().execute(sql`select pg_advisory_xact_lock(${locks.documents})`);
    await new Promise<void>((resolve, reject) => outsideAll(() => work().then(resolve, reject)));
  });
}
