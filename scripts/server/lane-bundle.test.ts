import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hasLane, loadLane } from "./lane-bundle.mjs";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "lane-"));
  mkdirSync(join(root, ".next", "lane", "this-build"), { recursive: true });
  writeFileSync(join(root, ".next", "BUILD_ID"), "this-build");
});
afterEach(() => rmSync(root, { recursive: true }));

test("a build without a bundle has no lane", async () => {
  expect(hasLane(root)).toBe(false);
  expect(await loadLane(root)).toBeUndefined();
});

test("a bundle that cannot be loaded is named", async () => {
  const file = join(root, ".next", "lane", "this-build", "lane.mjs");
  writeFileSync(file, "export const routes = {");
  expect(hasLane(root)).toBe(true);
  await expect(loadLane(root)).rejects.toThrow(`${file} cannot be loaded`);
});
