import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { groups } from "./groups.mjs";
import { holds, score, tally } from "./tally.mjs";

const mutants = (...statuses: string[]) => statuses.map((status) => ({ status }));

test("tests that no longer end or load have noticed; what no test goes through counts as not noticed", () => {
  const quotes = tally("quotes", mutants("Killed", "Timeout", "RuntimeError", "Survived", "NoCoverage"), 85);
  expect(quotes).toEqual({ name: "quotes", killed: 3, survived: 1, uncovered: 1, floor: 85 });
  expect(score(quotes)).toBe(60);
});

test("what could not be run does not count", () => {
  expect(score(tally("ledger", mutants("Killed", "CompileError", "Ignored"), 85))).toBe(100);
});

test("a group holds at its floor and above, never without mutants", () => {
  const three = mutants("Killed", "Killed", "Killed", "Survived");
  expect(holds(tally("policy", three, 75))).toBe(true);
  expect(holds(tally("policy", three, 76))).toBe(false);
  expect(holds(tally("policy", [], 0))).toBe(false);
});

test("the files that are named are there", () => {
  const named = Object.values(groups).flatMap(({ mutate, tests }) => [...mutate, ...tests]);
  const paths = named.map((path) => path.replace(/\/[^/]*\*.*/, ""));
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});
