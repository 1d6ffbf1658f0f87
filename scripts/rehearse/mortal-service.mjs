import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { buildServer } from "#scripts/build.mjs";
import { root } from "#scripts/install.mjs";
import { freePort } from "#scripts/ports.mjs";
import { startPostgres } from "#scripts/postgres.mjs";
import { startClock } from "./clock.mjs";
import { startMailServer } from "./mail-server.mjs";
import { startPaystack } from "./paystack.mjs";
import { serverProcess } from "./server-process.mjs";

const key = () => randomBytes(32).toString("base64");

/**
 * The service as production starts it, on an address and a database of this machine, with what stands in for others
 * (docs/live.md#rehearsing). Its pages are not built: all that is done in a rehearsal is done over its API.
 * @param {string} dataDir that is empty
 * @param {object} [options]
 * @param {boolean} [options.durable] whether the database outlives a power cut
 * @param {readonly string[]} [options.more] settings of the database
 * @param {string} [options.databaseDir] where it is, if not there too
 * @param {Readonly<Record<string, string>>} [options.also] settings of the service
 * @param {import("./upgrade/release.mjs").Release} [options.of] the release that serves, if not this one
 */
export async function openService(dataDir, { durable = false, more = [], databaseDir = dataDir, also = {}, of } = {}) {
  // Root hands the database to another user, who has to get in.
  chmodSync(dataDir, 0o711);
  const clock = startClock(join(dataDir, "ahead"));
  const { root: home, sources } = of ?? { root, sources: await buildServer() };
  const password = randomBytes(24).toString("hex");
  const database = await startPostgres({ dataDir: databaseDir, password, durable, more });
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
    ...also,
  };
  /** @type {(why: import("#scripts/failure.mjs").Failure) => void} */
  let fail = () => {};
  /** @type {Promise<never>} */
  const broken = new Promise((_, reject) => {
    fail = reject;
  });
  broken.catch(() => {});

  const pidFile = join(databaseDir, "pg", "postmaster.pid");
  const pid = () => Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  const serves = [join(home, "scripts", "server.mjs"), "--building", sources];
  /** Of the process, which is Node.js. */
  const command = [...serves, "--migrate"];
  const server = serverProcess({ command, home, settings, log, fail });
  /** Those that stand beside it. @type {import("./server-process.mjs").ServerProcess[]} */
  const others = [];

  await server.start();
  const owner = postgres(database.url, { max: 1, onnotice: () => {} });
  // By the database's clock, which goes on as ever here, what is old by ours is new.
  const [kept] = await owner`select from pg_trigger where tgname = 'events_kept'`;
  if (kept) await owner`alter table events disable trigger events_kept`;
  await owner.end();
  return {
    ...{ address, settings, command, clock, paystack, log, databaseUrl: database.url },
    /** Fails when the service ends of its own accord, or a process that is told to call `fail`. */
    ...{ broken, fail },
    ...{ halt: server.halt, start: server.start, server },
    /** Kills it, and starts it again at once. */
    async kill() {
      await server.halt();
      await server.start();
    },
    /** Starts another on the same database, as on a machine of its own, whose clock may go wrong by itself. */
    async beside() {
      const itsDir = join(dataDir, `beside-${others.length + 1}`);
      mkdirSync(itsDir);
      const [at, itsClock] = [await freePort(), clock.follower(join(itsDir, "ahead"))];
      const own = { REHEARSAL_CLOCK: itsClock.file, PORT: String(at), DATA_DIR: itsDir };
      const other = serverProcess({ command: serves, home, settings: { ...settings, ...own }, log, fail });
      others.push(other);
      await other.start();
      return { server: other, address: `http://localhost:${at}`, clock: itsClock };
    },
    database: {
      /** Where it notes its first process. */
      pidFile,
      pid,
      /** Ends it at once: nothing is written down any more, and no WAL archived. */
      async crash() {
        process.kill(pid(), "SIGQUIT");
        await running.exited;
      },
      /** Ends it as whoever restarts it does: sessions are cut. */
      end: () => running.stop(),
      /** Starts it at its address, on what is in its folder by now. */
      async again() {
        running = await database.again().then((server) => ({ ...database, ...server }));
      },
    },
    async stop() {
      await Promise.all([server, ...others].map(({ end }) => end()));
      await paystack.stop();
      await mail.stop();
      await running.stop();
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openService>>} Service */
