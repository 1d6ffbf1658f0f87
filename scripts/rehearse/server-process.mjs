import { fork } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { Failure } from "#scripts/failure.mjs";
import { endChild } from "#scripts/processes.mjs";

/**
 * A process of the service that can be killed, frozen and started again at its address.
 * @param {object} of
 * @param {readonly string[]} of.command what Node.js is started with
 * @param {string} of.home the folder of the release that it runs
 * @param {Readonly<Record<string, string> & { NODE_ENV: "production" }>} of.settings read at each start
 * @param {string} of.log the file that what it says is added to
 * @param {(why: Failure) => void} of.fail told when it ends of its own accord
 */
export function serverProcess({ command, home, settings, log, fail }) {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let child;
  /** Those that were asked to end. @type {WeakSet<import("node:child_process").ChildProcess>} */
  const asked = new WeakSet();
  const { PATH, HOME, TMPDIR } = process.env;

  return {
    /** @param {Record<string, string>} [more] settings of this run alone */
    async start(more = {}) {
      const [program = "", ...args] = command;
      const started = fork(program, args, {
        ...{ cwd: home, env: { PATH, HOME, TMPDIR, ...settings, ...more }, detached: true, execArgv: [] },
        stdio: ["ignore", "pipe", "pipe", "ipc"],
      });
      child = started;
      let said = "";
      for (const stream of [started.stdout, started.stderr]) {
        stream?.setEncoding("utf8").on("data", (text) => {
          said = (said + text).slice(-4_000);
          appendFileSync(log, text);
        });
      }
      const ended = once(started, "exit").then(([code, signal]) => {
        if (signal !== "SIGKILL" && !asked.has(started)) {
          fail(new Failure(`The service ended (${code ?? signal}):\n${said}`));
        }
      });
      await Promise.race([once(started, "message"), ended]);
    },
    /** Kills it as a power cut would. */
    async halt() {
      if (!child) return;
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
    /** Tells it to end, which it does when what it has in hand is done. */
    async end() {
      if (child) asked.add(child);
      await endChild(child, 30_000);
    },
    /** It stands still, and knows nothing of it; its connections stay. */
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
  };
}

/** @typedef {ReturnType<typeof serverProcess>} ServerProcess */
