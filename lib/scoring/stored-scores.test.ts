import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { modelVersion } from "./constants";
import { type ScoreResult, score } from "./score";

/** A score as it was stored, whole, with all it was made of. Never edited: another result is another model. */
type Stored = { name: string; subject: Parameters<typeof score>[0]; result: ScoreResult };

const stored = readFileSync(new URL(`../../test/scores/${modelVersion}.jsonl`, import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): Stored => JSON.parse(line));

test.each(stored)("$name: computed again, a stored score comes out bit for bit", ({ subject, result }) => {
  const again = score({ ...subject, asOf: new Date(subject.asOf) });
  expect(JSON.stringify(again)).toBe(JSON.stringify(result));
});
