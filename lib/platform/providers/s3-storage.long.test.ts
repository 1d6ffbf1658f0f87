import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from "vitest";
import { newStreamKey } from "@/lib/kernel/crypto";
import { openStream, sealedSize, sealStream } from "@/lib/kernel/sealed-stream";
import { closedPort, useObjectStore } from "@/test/object-store/object-store";
import type { Fault } from "@/test/object-store/start-object-store";
import { diskStorage, type Storage } from "./disk-storage";
import { s3Storage } from "./s3-storage";
import { twoStorages } from "./two-storages";

const store = useObjectStore();
/** Of what never comes; everything else may take as long as a busy machine needs. */
const short = { silence: 300, whole: 1_500 };
const patience = { silence: 20_000, whole: 60_000 };

let spool: string;
let storage: Storage;
const storageWith = (more: Partial<Parameters<typeof s3Storage>[0]>) =>
  s3Storage({ ...store.settings(), spool, patience, ...more });
beforeAll(async () => {
  spool = await mkdtemp(path.join(tmpdir(), "mfis-spool-"));
  storage = storageWith({});
});
afterEach(() => store.goesWrong());
afterAll(() => rm(spool, { recursive: true }));

async function* pieces(...texts: (string | Uint8Array)[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function read(from: Storage, name: string): Promise<Buffer | null> {
  const content = await from.get(name);
  if (content === null) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Of buffers, `toEqual` takes seconds. */
const isLarge = (bytes: Buffer | null) => bytes?.equals(large);
const large = Buffer.alloc(3 * 1024 * 1024, "a document of several chunks. ");
const unavailable = (reason: string | RegExp) => ({
  code: "SERVICE_UNAVAILABLE",
  retryAfterSeconds: 5,
  outside: expect.stringMatching(reason),
});

it("keeps a stream under a name until it is removed", async () => {
  expect(await storage.put("fil_1-aB", pieces("he", "llo"), 5)).toBe(5);
  expect(await storage.stat("fil_1-aB")).toEqual({ size: 5 });
  expect(await read(storage, "fil_1-aB")).toEqual(Buffer.from("hello"));
  expect(await store.objects()).toEqual(["fil_1-aB"]);
  await storage.remove("fil_1-aB");
  await storage.remove("fil_1-aB");
  expect(await read(storage, "fil_1-aB")).toBeNull();
  expect(await storage.stat("fil_1-aB")).toBeNull();
  expect(await store.objects()).toEqual([]);
});

it("keeps nothing of a stream that is too long or breaks off, and asks nobody for it", async () => {
  const before = store.asked.length;
  await expect(storage.put("long", pieces("hel", "lo"), 4)).rejects.toMatchObject({ code: "BODY_TOO_LARGE" });
  async function* broken() {
    yield* pieces("hel");
    throw new Error("reset");
  }
  await expect(storage.put("broken", broken(), 10)).rejects.toThrow("reset");
  expect(store.asked.length).toBe(before);
  expect(await readdir(spool), "what waited to be sent has no name").toEqual([]);
});

it("sends the digest of what it sends, so that other bytes are refused, and the key never", async () => {
  await storage.put("digest", pieces(large), large.length);
  const put = store.asked.find(({ name }) => name === "digest");
  expect(put?.headers["content-md5"]).toBe(createHash("md5").update(large).digest("base64"));
  expect(put?.headers["content-length"]).toBe(String(large.length));
  expect(put?.headers.authorization).toMatch(/SignedHeaders=content-md5;host;/);
  expect(isLarge(await read(storage, "digest"))).toBe(true);
});

it.each(["../x", "a/b", "..", "", "a\u0000b", "x".repeat(201)])(
  "takes no name that could lead elsewhere: %j",
  async (name) => {
    await expect(storage.put(name, pieces("x"), 100)).rejects.toThrow("Not a name");
    await expect(storage.get(name)).rejects.toThrow("Not a name");
    await expect(storage.stat(name)).rejects.toThrow("Not a name");
    await expect(storage.remove(name)).rejects.toThrow("Not a name");
  },
);

describe("a store that goes wrong", () => {
  beforeAll(async () => {
    await storage.put("there", pieces(large), large.length);
  });
  const passing: [Fault[], string][] = [
    [["resets", 500], "answers 500 InternalError"],
    [[503, "resets"], "connection closed without an answer"],
    [["resets sending", 503], "answers 503 SlowDown"],
  ];

  test.each(passing)("for a moment (%j) is asked again", async (faults) => {
    const name = `again-${faults.join("-").replaceAll(" ", "")}`;
    store.goesWrong(...faults);
    expect(await storage.put(name, pieces(large), large.length)).toBe(large.length);
    expect(isLarge(await read(storage, name))).toBe(true);
    store.goesWrong(...faults.filter((fault) => fault !== "resets sending"));
    expect(await storage.stat(name)).toEqual({ size: large.length });
    store.goesWrong(500, 500);
    expect((await read(storage, name))?.length).toBe(large.length);
    store.goesWrong(503);
    await storage.remove(name);
    expect(await storage.stat(name)).toBeNull();
  });

  test.each(passing)("for longer (%j) is unavailable, and nothing counts as stored", async (faults, reason) => {
    const all = [faults[1] ?? 500, ...faults];
    store.goesWrong(...all);
    await expect(storage.put("never", pieces(large), large.length)).rejects.toMatchObject(unavailable(reason));
    const others = all.map((fault) => (fault === "resets sending" ? "resets" : fault));
    for (const attempt of ["get", "stat", "remove"] as const) {
      store.goesWrong(...others);
      await expect(storage[attempt]("there"), attempt).rejects.toMatchObject(unavailable(reason));
    }
    expect(await storage.stat("never")).toBeNull();
    expect(await readdir(spool)).toEqual([]);
  });

  test("hangs: it is given up after a while, once", async () => {
    const hasty = storageWith({ patience: short });
    // Asked again, the third attempt would be answered.
    for (const attempt of ["get", "stat", "remove"] as const) {
      store.goesWrong("hangs", "hangs");
      await expect(hasty[attempt]("there"), attempt).rejects.toMatchObject(unavailable("no answer within 0.3 s"));
    }
    store.goesWrong("hangs");
    await expect(hasty.put("never", pieces("x"), 1)).rejects.toMatchObject(unavailable("no answer within 0.3 s"));
  });

  test.each<[Fault, string]>([
    ["truncates", "connection closed without an answer"],
    ["stalls", "no answer within 0.3 s"],
  ])("%s in the middle of an answer: what was read is not taken for the whole", async (fault, reason) => {
    const from = fault === "stalls" ? storageWith({ patience: short }) : storage;
    store.goesWrong(fault);
    await expect(read(from, "there")).rejects.toMatchObject(unavailable(reason));
    expect(isLarge(await read(storage, "there"))).toBe(true);
  });

  test("alters a bit: the seal does not open", async () => {
    const key = newStreamKey();
    await storage.put("sealed", sealStream(key, "sealed", pieces("a secret")), sealedSize(8));
    store.goesWrong("alters");
    const opened = openStream(key, "sealed", (await storage.get("sealed")) ?? []);
    await expect(opened.next()).rejects.toThrow("is not what was stored there");
  });

  test("is not there", async () => {
    const away = storageWith({ endpoint: `http://127.0.0.1:${await closedPort()}` });
    await expect(away.put("x", pieces("x"), 1)).rejects.toMatchObject(unavailable("connection refused"));
    await expect(away.stat("x")).rejects.toMatchObject(unavailable("connection refused"));
  });

  test("refuses the key: said, and not taken for an object that is missing", async () => {
    const wrong = storageWith({ secretAccessKey: "another secret" });
    const refused = unavailable("answers 403 SignatureDoesNotMatch");
    await expect(wrong.put("x", pieces("x"), 1)).rejects.toMatchObject(refused);
    for (const attempt of ["get", "stat", "remove"] as const)
      await expect(wrong[attempt]("there"), attempt).rejects.toMatchObject(refused);
    await expect(storageWith({ accessKeyId: "NOBODY" }).get("there")).rejects.toMatchObject(
      unavailable("answers 403 InvalidAccessKeyId"),
    );
    expect(await storage.stat("there")).toEqual({ size: large.length });
  });

  test("has no such bucket: neither is that an object that is missing", async () => {
    const elsewhere = storageWith({ bucket: "another" });
    const missing = unavailable("answers 404 NoSuchBucket");
    for (const attempt of ["get", "stat", "remove"] as const)
      await expect(elsewhere[attempt]("there"), attempt).rejects.toMatchObject(missing);
    await expect(elsewhere.put("x", pieces("x"), 1)).rejects.toMatchObject(missing);
  });

  test("sends elsewhere: nothing follows", async () => {
    const { plainServer } = await import("@/test/plain-server");
    const there = await plainServer((_, response) => response.end("stolen"));
    const endpoint = await plainServer((_, response) => response.writeHead(307, { location: there }).end());
    await expect(storageWith({ endpoint }).get("there")).rejects.toMatchObject(unavailable("answers 307"));
  });
});

describe("two places", () => {
  test("new bytes go to the first, all are found, and removed from both", async () => {
    const disk = diskStorage(path.join(spool, "documents"));
    const both = twoStorages(storage, disk);
    await disk.put("old", pieces("old"), 3);
    await both.put("new", pieces("new"), 3);
    expect(await disk.stat("new")).toBeNull();
    expect(await read(both, "old")).toEqual(Buffer.from("old"));
    expect(await both.stat("new")).toEqual({ size: 3 });
    await storage.put("old", pieces("old"), 3);
    await both.remove("old");
    expect([await disk.stat("old"), await storage.stat("old"), await both.get("old")]).toEqual([null, null, null]);
  });

  test("what moves between the two looks is found", async () => {
    const disk = diskStorage(path.join(spool, "documents"));
    const moving: Storage = {
      ...disk,
      async stat(name) {
        await storage.put(name, pieces("moved"), 5);
        return disk.stat(name);
      },
    };
    expect(await twoStorages(storage, moving).stat("moving")).toEqual({ size: 5 });
  });
});
