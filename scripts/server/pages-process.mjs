import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Has a process of its own make the pages (scripts/server/pages.mjs), and another when it ends or answers no more: a page that is
 * slow, or kills its process, is nothing to the API.
 * @typedef {import("node:child_process").ChildProcess} ChildProcess
 * @typedef {{ ready: Promise<void>, socket: () => string | undefined, stop: () => Promise<void>,
 *   counted: () => Promise<unknown> }} Pages `socket`: where it is to be asked; undefined while it is away. `counted`: what it has
 *   counted for the metrics; undefined where it does not say so in time
 */

/** Until the next one is started, in milliseconds: longer each time, and short again after one that lived for a while. */
const pause = { first: 250, most: 10_000, goodLife: 60_000 };
/** How often it is asked whether it is there, in milliseconds, and how often in vain until it is ended. */
const look = { every: 5_000, times: 12 };
/** How long it has to say what it has counted, in milliseconds. */
const sayWithin = 2_000;
/** A third of the processor where the API wants it too. */
const niceness = 5;
/** How long its end may take, in milliseconds: its database connections. */
const patience = 6_000;

/** Half the connections that the API has, but enough to start with. @param {string | undefined} pool */
const shareOf = (pool) => String(Math.max(6, Math.floor(Number(pool || 16) / 2)));

/**
 * @param {{ root: string, build: string, report: (error: unknown) => void, end: (child: ChildProcess, limit: number) => Promise<void> }} options
 *   `build`: the folder of
 *   Next's build. `end` asks a process to end, and makes it when it has not by the limit (milliseconds)
 * @returns {Pages}
 */
export function startPages({ root, build, report, end }) {
  // Nobody but this user gets into the folder. On Windows it is the name of the pipe that nobody guesses.
  const folder = mkdtempSync(join(tmpdir(), "mfis-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  /** @type {ChildProcess | undefined} */
  let child;
  /** @type {string | undefined} */
  let socket;
  /** @type {NodeJS.Timeout | undefined} */
  let again;
  let wait = pause.first;
  let begun = false;
  let stopping = false;
  let unanswered = 0;
  /** @type {Set<(counted: unknown) => void>} */
  const wondering = new Set();

  /** @returns {Promise<void>} settles when it listens, or has ended before that */
  function begin() {
    const name = randomUUID().slice(0, 8);
    const path = process.platform === "win32" ? `\\\\.\\pipe\\mfis-${randomUUID()}` : join(folder, name);
    const started = Date.now();
    const { DATABASE_POOL, ...rest } = process.env;
    const env = { ...rest, PAGES_SOCKET: path, PAGES_BUILD: build, JOBS: "off", DATABASE_POOL: shareOf(DATABASE_POOL) };
    const born = fork(join(root, "scripts", "server", "pages.mjs"), [], {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    child = born;
    unanswered = 0;
    passOn(born.stdout, process.stdout);
    passOn(born.stderr, process.stderr);
    return new Promise((resolve, reject) => {
      let failed = "";
      born.on("message", (/** @type {string | { failed: string } | { counted: unknown }} */ said) => {
        if (typeof said === "object" && "counted" in said) {
          for (const one of wondering) one(said.counted);
          wondering.clear();
        } else if (typeof said === "object") failed = said.failed;
        else if (said === "yes") unanswered = 0;
        else if (said === "listening") {
          socket = path;
          beNice(born.pid);
          // What it has printed before is passed on first.
          setImmediate(resolve);
        }
      });
      let ended = false;
      /** @param {Error} error */
      const over = (error) => {
        if (ended) return;
        ended = true;
        if (socket === path) socket = undefined;
        reject(error);
        if (stopping || !begun) return;
        report(error);
        wait = Date.now() - started > pause.goodLife ? pause.first : Math.min(pause.most, wait * 2);
        again = setTimeout(() => begin().catch(() => {}), wait);
      };
      // One that could not be started at all ends without closing.
      born.once("error", (error) => born.pid === undefined && over(error));
      born.once("close", (code, signal) =>
        over(new Error(failed || `The process that makes the pages has ended (${signal ?? `code ${code}`}).`)),
      );
    });
  }

  const ready = begin().then(() => {
    begun = true;
  });
  // Whoever waits for it hears of it.
  ready.catch(() => {});

  const looking = setInterval(() => {
    if (socket === undefined || !child?.connected) return;
    if (unanswered >= look.times) child.kill("SIGKILL");
    unanswered += 1;
    child.send("are you there?", () => {});
  }, look.every);
  looking.unref();

  return {
    ready,
    socket: () => socket,
    async counted() {
      if (socket === undefined || !child?.connected) return undefined;
      const told = new Promise((resolve) => {
        wondering.add(resolve);
        setTimeout(resolve, sayWithin).unref();
      });
      child.send("what have you counted?", () => {});
      return told;
    },
    async stop() {
      stopping = true;
      clearInterval(looking);
      clearTimeout(again);
      if (child) await end(child, patience);
    },
  };
}

/**
 * The API goes first, but for a start, which others wait for. Not everywhere it is allowed.
 * @param {number | undefined} pid
 */
function beNice(pid) {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {}
}

/**
 * Whole lines at a time, so that those of two processes do not run into each other.
 * @param {import("node:stream").Readable | null} from
 * @param {NodeJS.WritableStream} to
 */
function passOn(from, to) {
  let rest = "";
  from?.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
    const end = text.lastIndexOf("\n") + 1;
    if (end > 0) to.write(rest + text.slice(0, end));
    rest = end > 0 ? text.slice(end) : rest + text;
  });
  from?.once("end", () => rest && to.write(`${rest}\n`));
}
