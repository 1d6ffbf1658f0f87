import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { modelVersion } from "@/lib/terms/scoring/constants";
import type { StoredResult } from "@/lib/terms/scoring/result";
import { scoreWith } from "./recompute-score";
import type { Subject } from "./subject";

/** A score as it was stored, whole, with all it was made of. Never edited: another result is another model. */
type Stored = { name: string; subject: Subject; result: StoredResult };

const folder = new URL("../../../test/scores/", import.meta.url);
const versions = readdirSync(folder).map((file) => file.replace(/\.jsonl$/, ""));

test("scores of every model are kept, today's included", () => {
  expect(versions.sort()).toEqual(["2026-11-01", "2026-11-22", modelVersion]);
});

const stored = versions.flatMap((version) =>
  readFileSync(new URL(`${version}.jsonl`, folder), "utf8")
    .trim()
    .split("\n")
    .map((line): [string, Stored] => [version, JSON.parse(line)]),
);

test.each(stored.map(([version, one]) => [version, one.name, one] as const))(
  "%s, %s: computed again, a stored score comes out bit for bit",
  (version, _, { subject, result }) => {
    const again = scoreWith(version, { ...subject, asOf: new Date(subject.asOf) }, null);
    expect(JSON.stringify(again)).toBe(JSON.stringify(result));
  },
);

test("a model that never existed computes nothing", () => {
  const [, first] = stored[0] ?? [];
  if (!first) throw new Error("There are no stored scores.");
  expect(() => scoreWith("2020-01-01", { ...first.subject, asOf: new Date(first.subject.asOf) }, null)).toThrow(
    "no scoring model 2020-01-01",
  );
});
