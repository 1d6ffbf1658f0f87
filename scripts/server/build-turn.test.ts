import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { alive, identity } from "@/scripts/processes.mjs";
import { takeBuildTurn } from "./build-turn.mjs";

let folder: string;
let file: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "turn-"));
  file = join(folder, ".cache", "build.json");
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

test("of builds that begin at one moment, one is under way at a time", async () => {
  let under = 0;
  let most = 0;
  const build = async () => {
    const turn = await takeBuildTurn(file);
    most = Math.max(most, ++under);
    // The sources are copied before Next's process is there.
    await pause(50);
    turn.begun(process.pid);
    await pause(20);
    under--;
    turn.over();
  };
  await Promise.all([build(), build(), build()]);
  expect(most).toBe(1);
  expect(existsSync(file)).toBe(false);
});

test("the build of a start that was killed is ended, and the turn is the next one's", async () => {
  const left = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  children.push(left);
  await once(left, "spawn");
  (await takeBuildTurn(file)).over();
  const ended = once(left, "exit");
  const build = { pid: left.pid ?? 0, identity: identity(left.pid ?? 0) };
  writeFileSync(file, JSON.stringify({ starter: { pid: 1, identity: "gone" }, build }));
  const turn = await takeBuildTurn(file);
  await ended;
  expect(alive(build.pid)).toBe(false);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    starter: { pid: process.pid, identity: identity(process.pid) },
  });
  turn.over();
});
