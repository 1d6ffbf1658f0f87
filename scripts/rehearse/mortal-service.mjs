import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { buildServer } from "#scripts/build.mjs";
import { Failure } from "#scripts/failure.mjs";
import { root } from "#scripts/install.mjs";
import { freePort } from "#scripts/ports.mjs";
import { startPostgres } from "#scripts/postgres.mjs";
import { endChild } from "#scripts/processes.mjs";
import { startClock } from "./clock.mjs";
import { startMailServer } from "./mail-server.mjs";
import { startPaystack } from "./paystack.mjs";

const key = () => randomBytes(32).toString("base64");

/**
 * The service as production starts it, on an address and a database of this machine, with what stands in for others
 * (docs/live.md#rehearsing). Its pages are not built: all that is done in a rehearsal is done over its API.
 * @param {string} dataDir that is empty
 * @param {{ durable?: boolean, more?: readonly string[] }} [ofDatabase] whether it outlives a power cut, and settings
 */
export async function openService(dataDir, { durable = false, more = [] } = {}) {
  // Root hands the database to another user, who has to get in.
  chmodSync(dataDir, 0o711);
  const clock = startClock(join(dataDir, "ahead"));
  const sources = await buildServer();
  const password = randomBytes(24).toString("hex");
  const database = await startPostgres({ dataDir, password, durable, more });
  let running = database;
  const mail = await startMailServer();
  const paystack = await startPaystack(clock);
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const log = join(dataDir, "service.log");
  const settings = {
    ...{ APP_ENV: "production", NODE_ENV: /** @type {const} */ ("production") },
    ...{ REHEARSAL: "on", REHEARSAL_CLOCK: clock.file },
    ...{ DATABASE_URL: database.url, BASE_URL: address, HOST: "127.0.0.1", PORT: String(port), DATA_DIR: dataDir },
    ...{ ENCRYPTION_KEYS: `k1:${key()}`, INDEX_KEY: key(), TOKEN_KEY: key(), TRUSTED_PROXIES: "none" },
    ...{ SMTP_URL: mail.url, SUPPORT_EMAIL: "help@financing.example", PAYSTACK_URL: paystack.url, LOG_LEVEL: "warn" },
  };
  const { PATH, HOME, TMPDIR } = process.env;

  /** @type {import("node:child_process").ChildProcess | undefined} */
  let server;
  let ending = false;
  /** @type {(why: Failure) => void} */
  let fail = () => {};
  /** @type {Promise<never>} */
  const broken = new Promise((_, reject) => {
    fail = reject;
  });
  broken.catch(() => {});

  /** Of the process, which is Node.js. */
  const command = [join(root, "scripts", "server.mjs"), "--migrate", "--building", sources];

  async function start() {
    const [program = "", ...args] = command;
    const child = fork(program, args, {
      ...{ cwd: root, env: { PATH, HOME, TMPDIR, ...settings }, detached: true, execArgv: [] },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    server = child;
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        said = (said + text).slice(-4_000);
        appendFileSync(log, text);
      });
    }
    const ended = once(child, "exit").then(([code, signal]) => {
      if (signal !== "SIGKILL" && !ending) fail(new Failure(`The service ended (${code ?? signal}):\n${said}`));
    });
    await Promise.race([once(child, "message"), ended]);
  }

  /** Kills the service as a power cut would. */
  async function halt() {
    const child = server;
    if (!child) return;
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }

  await start();
  const owner = postgres(database.url, { max: 1, onnotice: () => {} });
  // By the database's clock, which goes on as ever here, what is old by ours is new.
  await owner`alter table events disable trigger events_kept`;
  await owner.end();
  return {
    ...{ address, settings, command, clock, paystack, log, databaseUrl: database.url },
    /** Fails when the service ends of its own accord. */
    broken,
    ...{ halt, start },
    /** Kills it, and starts it again at once. */
    async kill() {
      await halt();
      await start();
    },
    database: {
      /** Ends it at once: nothing is written down any more, and no WAL archived. */
      async crash() {
        const [postmaster] = readFileSync(join(dataDir, "pg", "postmaster.pid"), "utf8").split("\n");
        process.kill(Number(postmaster), "SIGQUIT");
        await running.exited;
      },
      /** Starts it at its address, on what is in its folder by now. */
      async again() {
        running = await database.again().then((server) => ({ ...database, ...server }));
      },
    },
    async stop() {
      ending = true;
      await endChild(server, 30_000);
      await paystack.stop();
      await mail.stop();
      await running.stop();
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openService>>} Service */
