/** Planted faults: tests that are loud or unfinished on purpose, to prove that the set-up of all tests notices it. */
import { test, vi } from "vitest";
import { expectConsole } from "@/test/console";

// The one the set-up listens to; by another name, because nothing else in the project may say anything there.
const { console: said } = globalThis;

/** Run by `test/console.test.ts`: those that begin with "fails" do so for what is heard of them, and for nothing else. */
test("fails: a line on the console", () => {
  said.info("planted line");
});

test("fails: a line on a stream", () => {
  process.stderr.write("planted stream\n");
});

test("fails: a deprecation", () => {
  process.emitWarning("planted deprecation", "DeprecationWarning", "PLANTED");
});

test("fails: a rejection that nobody handles", () => {
  void Promise.reject(new Error("planted rejection"));
});

test("fails: a line while the clock is the test's own", () => {
  vi.useFakeTimers();
  said.error("planted under a clock");
});

test("fails: what was expected never comes", () => {
  vi.useRealTimers();
  expectConsole(/planted silence/);
});

test("passes: what was expected comes", () => {
  expectConsole(/planted and expected/);
  said.warn("planted and expected");
});

test("passes: nothing is said", () => {});
