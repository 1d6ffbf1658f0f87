import { spawnSync } from "node:child_process";
import { setImmediate as nextTurn } from "node:timers/promises";
import { build } from "esbuild";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "./log";

process.env.LOG_LEVEL = "info";

/** What is written, in order, with the level and message of each line. */
let writes: string[][];
beforeEach(() => {
  writes = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((text) => {
      const lines = String(text).trimEnd().split("\n");
      writes.push(lines.map((line) => JSON.parse(line)).map(({ level, message }) => `${level} ${message}`));
      return true;
    });
  }
});
afterEach(() => {
  vi.restoreAllMocks();
});

test("lines of one turn of the event loop are one write, in their order", async () => {
  log.info("one");
  log.info("two");
  expect(writes).toEqual([]);
  await nextTurn();
  expect(writes).toEqual([["info one", "info two"]]);
});

test("a warning or an error is written at once, after what came before it", async () => {
  log.info("one");
  log.warn("two");
  log.info("three");
  log.error("four", new Error("no"));
  expect(writes).toEqual([["info one"], ["warn two"], ["info three"], ["error four"]]);
  await nextTurn();
  expect(writes).toHaveLength(4);
});

const bundled = build({
  stdin: {
    contents: `
      import { log } from "./log";
      for (const n of [1, 2, 3]) log.info(String(n));
      if (process.argv[2] === "exit") process.exit(0);
      if (process.argv[2] === "fail") throw new Error("expected");`,
    resolveDir: import.meta.dirname,
  },
  bundle: true,
  write: false,
  platform: "node",
  format: "esm",
});

test.each(["exit", "fail", "end"])("nothing is lost when the process comes to its %s", async (end) => {
  const input = (await bundled).outputFiles[0]?.text;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-", end], { input, encoding: "utf8" });
  const messages = stdout.trimEnd().split("\n");
  expect(messages.map((line) => JSON.parse(line).message)).toEqual(["1", "2", "3"]);
});
