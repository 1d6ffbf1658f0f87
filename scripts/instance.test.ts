import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { requireDataDirectory } from "./instance.mjs";
import { serviceSettings } from "./service-settings.mjs";

const folder = mkdtempSync(join(tmpdir(), "data-dir-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a data directory that is a file, or below one, is named as that; one that is missing is made", () => {
  const file = join(folder, "notes.txt");
  writeFileSync(file, "");
  expect(() => requireDataDirectory(file)).toThrow(`DATA_DIR says ${file}, which is a file. Set it to a folder`);
  const below = join(file, "deep", "data");
  expect(() => requireDataDirectory(below)).toThrow(`DATA_DIR says ${below}, on the way to which ${file} is a file.`);
  // To the commands on a running service as well.
  vi.stubEnv("DATABASE_URL", "").stubEnv("DATA_DIR", file);
  expect(serviceSettings).toThrow(`DATA_DIR says ${file}, which is a file. Set it to a folder`);
  vi.unstubAllEnvs();
  const missing = join(folder, "a", "b");
  requireDataDirectory(missing);
  expect(existsSync(missing)).toBe(true);
});

test("one that cannot be written says so", () => {
  expect(() => requireDataDirectory("/proc/data")).toThrow("The data directory /proc/data cannot be written");
});
