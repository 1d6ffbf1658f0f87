import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { identity, sameProcess } from "@/scripts/processes.mjs";
import { buildIn, builtSources, chooseBuild, holdBuild, removeOtherBuilds, stampOf } from "./built.mjs";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "built-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function make(sources: string, { whole = false, ended = true } = {}) {
  const stamp = stampOf(buildIn(root, sources, whole));
  mkdirSync(dirname(stamp), { recursive: true });
  mkdirSync(join(root, ".cache", "lane", sources), { recursive: true });
  if (ended) writeFileSync(stamp, sources);
}
const own = { pid: process.pid, identity: identity(process.pid) };
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

test("a build goes once nobody lives who serves from it", () => {
  for (const sources of ["old", "served", "left", "new"]) make(sources);
  chooseBuild(root, "new", false);
  holdBuild(root, "served", own);
  // Of a process that was killed, whose number another one has now.
  writeFileSync(
    join(root, ".cache", "serving", "1.json"),
    JSON.stringify({ pid: 1, identity: "gone", sources: "left" }),
  );
  removeOtherBuilds(root, "new", sameProcess);
  expect(builds()).toEqual(["new", "served"]);
  expect(readdirSync(join(root, ".cache", "lane")).sort()).toEqual(["new", "served"]);
  removeOtherBuilds(root, "new", () => false);
  expect(builds()).toEqual(["new"]);
});

test("where nothing can be written a process serves all the same", () => {
  make("carried");
  writeFileSync(join(root, ".cache", "serving"), "no folder");
  holdBuild(root, "carried", own);
});
