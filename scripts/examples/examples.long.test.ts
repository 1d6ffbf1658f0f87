import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { applyExample, copySources, readExamples } from "./examples.mjs";

const root = process.cwd();
/** Below the packages, so that they are found. */
const copy = path.join(root, ".cache", "examples");
const examples = readExamples(readFileSync("CONTRIBUTING.md", "utf8"));

describe("a copy in which all of them are done, one after another", () => {
  const changed = [...new Set(examples.flatMap(({ changes }) => changes.map(({ file }) => file)))];
  const code = changed.filter((file) => /[.]tsx?$/.test(file));
  const tool = (name: string, ...args: string[]) =>
    execFileSync(path.join(root, "node_modules", ".bin", name), args, { cwd: copy, encoding: "utf8", stdio: "pipe" });

  beforeAll(() => {
    copySources(root, copy);
    for (const example of examples) applyExample(copy, example);
  });

  test("is written as everything is", () => {
    expect(() => tool("biome", "ci", "--colors=off", ...code)).not.toThrow();
  });

  test("compiles", () => {
    const base = { extends: "./tsconfig.json", include: ["**/*.d.ts"], files: code };
    writeFileSync(path.join(copy, "tsconfig.examples.json"), JSON.stringify(base));
    expect(tool("tsc", "--noEmit", "--incremental", "false", "-p", "tsconfig.examples.json")).toBe("");
  });
});
