import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { applyExample, copySources, readExamples } from "./examples.mjs";

const root = process.cwd();
/** Below the packages, so that they are found. */
const copy = path.join(root, ".cache", "examples");
const examples = readExamples(readFileSync("CONTRIBUTING.md", "utf8"));

/** How many files an example may touch: of an operation with its test, which says what it is for. */
const most: Record<string, number> = {
  "Add an operation": 4,
  "Add an error code": 1,
  "Add a list": 2,
  "Add an event": 2,
  "Add a mail": 2,
  "Add a table": 1,
  "Add a task": 2,
  "Add a KYC field": 2,
};

/** Documents are written by whoever changes a rule; what commands write nobody has to know of. */
const touched = ({ title, changes }: (typeof examples)[number]) =>
  new Set(
    changes
      .map(({ file }) => file)
      .filter((file) => !/[.]md$/.test(file) && (title === "Add an operation" || !/[.]test[.]ts$/.test(file))),
  );

test("every kind of thing has its example", () => {
  expect(examples.map(({ title }) => title).sort()).toEqual(Object.keys(most).sort());
});

test.each(examples)("$title touches few files", (example) => {
  expect([...touched(example)].length).toBeLessThanOrEqual(most[example.title] ?? 0);
});

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
