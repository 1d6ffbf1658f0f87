import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readExamples } from "./examples.mjs";

const root = process.cwd();
/** Below the packages, so that they are found. */
const _copy = path.join(root, ".cache", "examples");
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
