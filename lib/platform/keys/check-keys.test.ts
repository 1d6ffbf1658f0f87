import { afterEach, expect, test, vi } from "vitest";
import { useDatabase } from "@/test/database";

useDatabase();

const key = (fill: number) => Buffer.alloc(32, fill).toString("base64");
const usual = { ENCRYPTION_KEYS: `k1:${key(1)}`, INDEX_KEY: key(2) };

/** A start with these keys: settings are read once a process. */
async function start(keys: Partial<typeof usual> = {}): Promise<void> {
  vi.resetModules();
  Object.assign(process.env, usual, keys);
  const { checkKeys } = await import("./check-keys");
  await checkKeys();
}

afterEach(() => void Object.assign(process.env, usual));

test("the same keys, a new one in front, and one that has left the ring are fine", async () => {
  await start();
  await start();
  await start({ ENCRYPTION_KEYS: `k2:${key(9)},k1:${key(1)}` });
  await start({ ENCRYPTION_KEYS: `k2:${key(9)}` });
  await start();
});

test("a start with others ends with a line for each, and changes nothing", async () => {
  await start();
  await expect(start({ ENCRYPTION_KEYS: `k1:${key(3)}` })).rejects.toThrow(
    /^ENCRYPTION_KEYS: the key k1 is not [^\n]+$/,
  );
  await expect(start({ INDEX_KEY: key(3) })).rejects.toThrow(/^INDEX_KEY is not [^\n]+$/);
  await expect(start({ ENCRYPTION_KEYS: `k1:${key(3)}`, INDEX_KEY: key(3) })).rejects.toThrow(/\n/);
  await start();
});
