import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { waitingRoom } from "@/test/factories/waiting-room";
import { diskStorage, type Storage } from "./disk-storage";

let directory: string;
let storage: Storage;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "mfis-storage-"));
  storage = diskStorage(path.join(directory, "documents"));
});
afterAll(() => rm(directory, { recursive: true }));

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

const stored = () => readdir(path.join(directory, "documents"));

it("keeps a stream under a name until it is removed", async () => {
  expect(await storage.put("fil_1-aB", pieces("he", "llo"), 5)).toBe(5);
  expect(await storage.stat("fil_1-aB")).toEqual({ size: 5 });
  expect(await readFile(path.join(directory, "documents", "fil_1-aB"), "utf8")).toBe("hello");
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await storage.get("fil_1-aB")) ?? []) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe("hello");
  await storage.remove("fil_1-aB");
  await storage.remove("fil_1-aB");
  expect(await storage.get("fil_1-aB")).toBeNull();
  expect(await storage.stat("fil_1-aB")).toBeNull();
  expect(await stored()).toEqual([]);
});

it("keeps nothing of a stream that is too long or breaks off", async () => {
  await expect(storage.put("long", pieces("hel", "lo"), 4)).rejects.toMatchObject({ code: "BODY_TOO_LARGE" });
  async function* broken() {
    yield* pieces("hel");
    throw new Error("reset");
  }
  await expect(storage.put("broken", broken(), 10)).rejects.toThrow("reset");
  expect(await stored()).toEqual([]);
});

it("removes what a killed process left half done", async () => {
  const room = waitingRoom();
  async function* killed() {
    yield* pieces("hel");
    await room.wait();
    throw new Error("killed");
  }
  const dying = storage.put("half", killed(), 10);
  await expect.poll(stored).toHaveLength(1);
  expect(await storage.stat("half")).toBeNull();
  await storage.remove("half");
  expect(await stored()).toEqual([]);
  room.open();
  await expect(dying).rejects.toThrow("killed");
});

it.each(["../x", "a/b", "..", ".", "", "/etc/passwd", "a\\b", "a\u0000b", "x".repeat(201)])(
  "takes no name that could lead elsewhere: %j",
  async (name) => {
    await expect(storage.put(name, pieces("x"), 100)).rejects.toThrow("Not a name");
    await expect(storage.get(name)).rejects.toThrow("Not a name");
    await expect(storage.stat(name)).rejects.toThrow("Not a name");
    await expect(storage.remove(name)).rejects.toThrow("Not a name");
  },
);
