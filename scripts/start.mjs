import "./node-version.mjs";
import { fork } from "node:child_process";
import { setPriority } from "node:os";
import { join, resolve } from "node:path";
import { buildApplication, buildPages, buildSdk, buildServer, hasPages } from "./build.mjs";
import { Failure, report } from "./failure.mjs";
import { installDependencies, root } from "./install.mjs";
import { claimDataDirectory, requireDataDirectory } from "./instance.mjs";
import { requireFreePort } from "./ports.mjs";
import { startPostgres } from "./postgres.mjs";
import { endChild, identity, onNpmGone } from "./processes.mjs";
import { secretsOf } from "./secrets.mjs";
import { describeSandbox } from "./sign-ins.mjs";

/** `npm start`: everything from a fresh clone to a running service. `--dev`: Next's development server instead. */
const dev = process.argv.includes("--dev");
const production = process.env.APP_ENV === "production";
const host = process.env.HOST || "127.0.0.1";
const port = Number(process.env.PORT || 3000);
const dataDir = resolve(root, process.env.DATA_DIR || ".data");
const loopback = ["127.0.0.1", "localhost", "::1"].includes(host);
const bracketed = (/** @type {string} */ name) => (name.includes(":") ? `[${name}]` : name);
const baseUrl = process.env.BASE_URL || `http://${loopback ? "localhost" : bracketed(host)}:${port}`;
const localUrl = `http://${bracketed({ "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host)}:${port}`;

// The server gives itself up to 25 s: 10 for requests under way, 10 for background work, 5 for its database connections.
const serverPatience = 30_000;

/** @type {Awaited<ReturnType<typeof claimDataDirectory>> | undefined} */
let claim;
/** @type {import("./postgres.mjs").Postgres | undefined} */
let database;
/** @type {Promise<unknown> | undefined} */
let returning;
/** @type {import("node:child_process").ChildProcess | undefined} */
let server;
/** @type {import("node:child_process").ChildProcess | undefined} */
let building;
/** @type {Promise<void> | undefined} */
let stopping;

async function main() {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Failure("PORT must be a number from 1 to 65535.");
  if (production && !process.env.DATABASE_URL) {
    throw new Failure("DATABASE_URL is not set; with APP_ENV=production there is no embedded database.");
  }
  requireDataDirectory(dataDir);
  const ours = await claimDataDirectory(dataDir, { address: baseUrl });
  claim = ours;
  await requireFreePort(host, port);
  const note = (/** @type {import("node:child_process").ChildProcess} */ child) => {
    building = child;
  };
  await step(() => timed("Dependencies", () => installDependencies({ service: !dev, onSpawn: note })));
  await step(() => ours.lock(fail));
  const { databasePassword = "", ...secrets } = production ? {} : secretsOf(dataDir);
  // Where Next answers everything, or a load balancer sends people, pages are there first; in development it compiles what it serves.
  const apart = !dev && !production && process.env.FAST_LANE !== "off";
  /** @type {Promise<unknown> | undefined} */
  let pages;
  /** @type {string | undefined} */
  let sources;
  const build = async () => {
    if (dev) return buildSdk({ onSpawn: note });
    if (!apart) {
      sources = await buildApplication({ onSpawn: note, whole: process.env.FAST_LANE === "off" });
      return;
    }
    sources = await buildServer({ onSpawn: note });
    if (stopping || hasPages(sources)) return;
    const behind = (/** @type {import("node:child_process").ChildProcess} */ child) => {
      note(child);
      if (stopping) child.kill("SIGKILL");
      // What the API still needs for its start goes first. Not everywhere it is allowed.
      try {
        if (child.pid) setPriority(child.pid, 5);
      } catch {}
    };
    pages = timed("Pages built", () => buildPages(sources ?? "", { onSpawn: behind }));
    // Whoever waits for it hears of it; who waits for something else ends.
    pages.catch(fail);
  };
  const openDatabase = async () => {
    if (process.env.DATABASE_URL) return;
    await timed("Database", async () => {
      database = await startPostgres({ dataDir, password: databasePassword });
    });
    if (database) keepDatabase(database).catch(fail);
  };
  await step(() => both(openDatabase(), build()));
  await step(() => startServer(secrets, sources ? [pages ? "--building" : "--build", sources] : []));
  await step(() => healthy());
  if (pages) {
    say(`The API answers at ${baseUrl}; pages are still being built and are 503 until then`);
    await step(() => pages ?? Promise.resolve());
    await step(() => pagesServed());
  }
  if (!stopping) say("All is there");
  await describeSandbox(localUrl, baseUrl);
}

/** With its seconds since the start. @param {string} text */
function say(text) {
  process.stdout.write(`${text} (${process.uptime().toFixed(1)} s after the start).\n`);
}

/**
 * Says how long something took that takes longer than a moment.
 * @template T
 * @param {string} name @param {() => Promise<T>} work
 */
async function timed(name, work) {
  const begun = performance.now();
  const done = await work();
  const seconds = (performance.now() - begun) / 1000;
  if (seconds > 1 && !stopping) process.stdout.write(`${name}: ${seconds.toFixed(1)} s\n`);
  return done;
}

/** Waits for both, also where one fails: what it has begun is there to be ended. @param {readonly Promise<unknown>[]} works */
async function both(...works) {
  await Promise.allSettled(works);
  await Promise.all(works);
}

/** One step of the start; when Ctrl-C came during it, the way on ends here. @param {() => Promise<unknown>} work */
async function step(work) {
  if (!stopping) await work();
  if (stopping) await stopping;
}

/**
 * Starts a database that was killed again, where it was: the service finds it by itself, and says until then that it is
 * down. One that keeps ending has something that only people can mend.
 * @param {import("./postgres.mjs").Postgres} first
 */
async function keepDatabase(first) {
  /** @type {number[]} */
  let ends = [];
  for (let { exited } = first; ; ) {
    await exited;
    if (stopping) return;
    ends = [...ends.filter((moment) => moment > Date.now() - 600_000), Date.now()];
    const said = `PostgreSQL has ended unexpectedly; see ${join(dataDir, "postgres.log")}.`;
    if (ends.length > 5) throw new Failure(said);
    process.stderr.write(`${said} It is started again.\n`);
    const returned = first.again().then((server) => {
      database = { ...first, ...server };
      return server;
    });
    returning = returned;
    ({ exited } = await returned);
  }
}

/**
 * @param {Record<string, string>} secrets
 * @param {readonly string[]} build which it is to serve
 * @returns {Promise<void>}
 */
function startServer(secrets, build) {
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    ...secrets,
    ...process.env,
    NODE_ENV: dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    ...(database ? { DATABASE_URL: database.url, EMBEDDED_DATABASE: "1" } : {}),
    HOST: host,
    PORT: String(port),
    // In production the address is for people to set: what we would guess leads nobody here.
    ...(production ? {} : { BASE_URL: baseUrl }),
    DATA_DIR: dataDir,
  };
  // Detached, so that Ctrl-C in the terminal reaches it through us, in order: first the server, then the database.
  const args = ["--migrate", ...(dev ? ["--dev"] : build)];
  const child = fork(join(root, "scripts", "server.mjs"), args, {
    cwd: root,
    env,
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  server = child;
  const { pid = 0 } = child;
  claim?.update({ server: { pid, identity: identity(pid) } });
  return new Promise((ready) => {
    child.once("message", () => ready());
    child.once("exit", (code) => {
      if (!stopping) stop(code || 1);
      ready();
    });
  });
}

/** Has the server begin with the pages, now that they are built. @returns {Promise<void>} */
function pagesServed() {
  return new Promise((ready) => {
    server?.once("message", () => ready());
    server?.once("exit", () => ready());
    server?.send("built");
  });
}

async function healthy() {
  for (const end = Date.now() + 60_000; !stopping; await new Promise((go) => setTimeout(go, 100))) {
    const answer = await fetch(`${localUrl}/api/health`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (answer?.status === 200) return;
    const down = answer ? await downIn(answer) : [];
    if (servesNonetheless(down)) return;
    if (Date.now() <= end) continue;
    const said = down.map(({ name, detail }) => `${name} (${detail})`).join(", ");
    throw new Failure(`The server started but ${localUrl}/api/health does not answer with 200${said && `: ${said}`}.`);
  }
}

/** @param {Response} answer @returns {Promise<{ name: string, status: string, detail: string }[]>} */
async function downIn(answer) {
  const { checks = [] } = await answer.json().catch(() => ({}));
  return checks.filter((/** @type {{ status: string }} */ { status }) => status === "down");
}

/**
 * Whether all that is amiss is not this process's to mend: a mail server that is down, a storage of documents without which
 * all else is served, or jobs that Inngest has yet to begin, which cannot call before the service is up.
 * @param {{ name: string, detail: string }[]} down
 */
function servesNonetheless(down) {
  const { INNGEST_DEV, INNGEST_EVENT_KEY, JOBS } = process.env;
  const jobsElsewhere = INNGEST_DEV || INNGEST_EVENT_KEY || JOBS === "off";
  /** @type {Record<string, string>} */
  const others = {
    mail: "The mail server does not let us sign in; mail waits until it does.",
    storage: "Documents can be neither kept nor read",
    ...(jobsElsewhere
      ? { jobs: "No background work is done yet; docs/operations.md#engines says who has to begin it." }
      : {}),
  };
  if (down.length === 0 || down.some(({ name }) => !others[name])) return false;
  for (const { name, detail } of down) {
    process.stdout.write(name === "storage" ? `${others[name]}: ${detail}.\n` : `${others[name]}\n`);
  }
  return true;
}

/** Says what has gone wrong, unless it is only part of the end, and ends everything. @param {unknown} error */
function fail(error) {
  if (stopping) return;
  report(error);
  stop(1);
}

/**
 * Ends everything in the order in which one thing needs the other, once, and then this process.
 * @param {number} code
 */
function stop(code) {
  stopping ??= (async () => {
    building?.kill("SIGTERM");
    await endChild(server, serverPatience);
    await returning?.catch(() => {});
    await database?.stop();
    await claim?.release();
    process.exit(code);
  })();
  return stopping;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(0));
// Started by a test run that is gone without a word: nobody else would ever stop us.
if (process.send) process.on("disconnect", () => stop(0));
onNpmGone(() => stop(0));

main().catch(fail);
