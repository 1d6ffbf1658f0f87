import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { identity, processSpace, sameProcess } from "@/scripts/processes.mjs";
import { buildIn, builtSources, chooseBuild, holdBuild, removeOtherBuilds, stampOf } from "./built.mjs";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "built-"));
});
afterEach(() => rmSync(root, { recursive: true }));

let made = 0;
function make(sources: string, { whole = false, ended = true } = {}) {
  const stamp = stampOf(buildIn(root, sources, whole));
  mkdirSync(dirname(stamp), { recursive: true });
  mkdirSync(join(root, ".cache", "lane", sources), { recursive: true });
  if (!ended) return;
  writeFileSync(stamp, sources);
  // Each later than the one before.
  utimesSync(stamp, ++made, made);
}
const own = { pid: process.pid, identity: identity(process.pid), space: processSpace() };
const here = { space: own.space, lives: sameProcess };
const builds = () => readdirSync(join(root, ".cache", "pages")).sort();

test("a server takes the newest build that came to its end; those of everything are apart", () => {
  expect(builtSources(root)).toBeUndefined();
  make("one");
  chooseBuild(root, "one", false);
  make("two", { ended: false });
  expect(builtSources(root)).toBe("one");
  expect(builtSources(root, true)).toBeUndefined();
  make("two");
  chooseBuild(root, "two", false);
  expect(builtSources(root)).toBe("two");
});

test("a build goes once three are newer and nobody lives who serves from it", () => {
  for (const sources of ["old", "served", "elsewhere", "left", "three", "two", "new"]) make(sources);
  make("broken", { ended: false });
  chooseBuild(root, "new", false);
  expect(holdBuild(root, "served", own)).toBeUndefined();
  // In another container on this volume, which may have our number: nobody here can tell whether it lives.
  expect(holdBuild(root, "elsewhere", { ...own, identity: "unknown", space: "another" })).toBeUndefined();
  // Of a process that was killed, whose number another one has now.
  const left = { pid: 1, identity: "gone", space: own.space, sources: "left" };
  writeFileSync(join(root, ".cache", "serving", "1.json"), JSON.stringify(left));
  removeOtherBuilds(root, "new", here);
  const stay = ["elsewhere", "new", "served", "three", "two"];
  expect(builds()).toEqual(stay);
  expect(readdirSync(join(root, ".cache", "lane")).sort()).toEqual(stay);
  for (const name of readdirSync(join(root, ".cache", "serving")))
    utimesSync(join(root, ".cache", "serving", name), 1, 1);
  removeOtherBuilds(root, "new", { ...here, lives: () => false });
  expect(builds()).toEqual(["new", "three", "two"]);
});

test("where nothing can be written a process serves all the same, and says what that means", () => {
  for (const sources of ["carried", "next", "new"]) make(sources);
  writeFileSync(join(root, ".cache", "serving"), "no folder");
  expect(holdBuild(root, "carried", own)).toMatch(/\.cache\/serving cannot be written to \(E\w+\): .* when 3 others/);
  rmSync(join(root, ".cache", "serving"));
  chooseBuild(root, "new", false);
  removeOtherBuilds(root, "new", here);
  expect(builds()).toEqual(["carried", "new", "next"]);
});
