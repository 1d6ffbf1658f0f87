import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { eq, like } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { auditLog, keyChecks } from "@/db/schema/operations";
import { env } from "@/lib/kernel/env";
import { requireOwnStorage, takeStorage } from "@/lib/platform/providers/storage";
import { useDatabase } from "@/test/database";
import { as, run } from "@/test/operator-terminal";

useDatabase();

beforeAll(async () => {
  await run(`operator add ${as} First Reviewer`, {});
  await requireOwnStorage();
});
afterAll(() => rm(env().dataDir, { recursive: true, force: true }));

test("another storage is taken into use by an operator who says why, and by nobody else", async () => {
  const why = { as, reason: "The disk is lost" };
  expect(await run("storage adopt", why)).toContain("nothing is to be done");
  await rm(path.join(env().dataDir, "documents"), { recursive: true });
  expect(await run("storage adopt", why, () => false)).toContain("has no marker");
  await expect(run("storage adopt", why, undefined, ["wrong"])).rejects.toThrow();
  await expect(requireOwnStorage()).rejects.toThrow();
  expect(await run("storage adopt", why)).toMatch(/Done\.$/);
  await requireOwnStorage();
  const audited = await db().select().from(auditLog).where(eq(auditLog.action, "storage.adopt"));
  expect(audited).toMatchObject([{ detail: { reason: "The disk is lost" } }]);
});

test("the storage of another database is taken from it by name alone", async () => {
  const marker = path.join(env().dataDir, "documents", "marker");
  const ours = await readFile(marker, "utf8");
  await writeFile(marker, "of-another");
  const why = { as, reason: "The other one is closed" };
  for (const named of [why, { ...why, "instead-of": "of-a-third" }]) {
    await expect(run("storage adopt", named)).rejects.toThrow("another database: look at the settings");
  }
  await expect(takeStorage()).rejects.toMatchObject({ foreign: "of-another" });
  expect(await readFile(marker, "utf8")).toBe("of-another");
  expect(await run("storage adopt", { ...why, "instead-of": "of-another" })).toMatch(/Done\.$/);
  expect(await readFile(marker, "utf8")).toBe(ours);
});

test("a database that has never had a storage takes none over that another has marked, but one that it was killed over", async () => {
  const marker = path.join(env().dataDir, "documents", "marker");
  await db().delete(keyChecks).where(like(keyChecks.name, "document-%"));
  const theirs = await readFile(marker, "utf8");
  await expect(requireOwnStorage()).rejects.toMatchObject({ foreign: theirs });
  expect(await readFile(marker, "utf8")).toBe(theirs);
  const [meant] = await db().select().from(keyChecks).where(like(keyChecks.name, "document-%"));
  await writeFile(marker, meant?.value ?? "");
  await requireOwnStorage();
  expect(await db().select().from(keyChecks).where(like(keyChecks.name, "document-%"))).toEqual([
    { name: "document-storage", value: meant?.value },
  ]);
});
