import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadLane } from "./lane-bundle.mjs";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "lane-"));
  mkdirSync(join(root, ".cache", "lane", "these"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

test("a build made by hand has no bundle", async () => {
  expect(await loadLane(root, undefined)).toBeUndefined();
});

test("a build has the bundle of its own sources, and no other", async () => {
  writeFileSync(join(root, ".cache", "lane", "these", "lane.mjs"), "export const routes = { mine: {} };");
  expect(await loadLane(root, "others")).toBeUndefined();
  expect(await loadLane(root, "these")).toMatchObject({ routes: { mine: {} } });
});

test("a bundle that cannot be loaded is named", async () => {
  const file = join(root, ".cache", "lane", "these", "lane.mjs");
  writeFileSync(file, "export const routes = {");
  await expect(loadLane(root, "these")).rejects.toThrow(`${file} cannot be loaded`);
});
