import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { codeOf, Failure, reason } from "./failure.mjs";
import { freePort } from "./ports.mjs";
import { stopOrphan } from "./postgres-orphan.mjs";
import { launcher, postgresPrograms } from "./postgres-programs.mjs";
import { alive, gone, isRunning } from "./processes.mjs";

/**
 * What every step of a start needs.
 * @typedef {object} Start
 * @property {import("./postgres-programs.mjs").Programs} programs
 * @property {import("./postgres-programs.mjs").Launcher} launch
 * @property {string} base
 * @property {string} cluster
 * @property {boolean} durable
 * @property {readonly string[]} more settings for this one
 *
 * @typedef {Awaited<ReturnType<typeof startPostgres>>} Postgres
 * @typedef {{ port: number, exited: Promise<void>, stop: () => Promise<void> }} Server
 */

const database = "mfis";

/** Enough for one service on a small machine; the second list is for tests, whose data may die with the machine. */
const settings = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=80",
  "shared_buffers=128MB",
  "max_wal_size=512MB",
  "wal_level=minimal",
  "max_wal_senders=0",
  "max_logical_replication_workers=0",
  "io_method=sync",
  "jit=off",
  "timezone=UTC",
  "log_timezone=UTC",
  "log_checkpoints=off",
  "log_line_prefix=%m [%p] ",
  "log_error_verbosity=terse",
];
const careless = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off"];

/**
 * Starts the embedded PostgreSQL on `dataDir`/pg, making the cluster and the database first if need be. The caller holds
 * the data directory for itself (instance.mjs). `again` starts it once more at the same address, after it has ended.
 * @param {{ dataDir: string, password: string, durable?: boolean, more?: readonly string[] }} options `more` settings, which
 *   count before ours
 */
export async function startPostgres({ dataDir, password, durable = true, more = [] }) {
  const base = resolve(dataDir);
  const cluster = join(base, "pg");
  const programs = await postgresPrograms();
  const launch = launcher(programs, base);

  const start = { programs, launch, base, cluster, durable, more };

  removeLeftOvers(base);
  if (existsSync(cluster)) requireCompleteCluster(start);
  else await initialise(start, password);
  await stopOrphan(cluster);

  const server = await launchServer(start);
  const address = (/** @type {string} */ name) => `postgres://postgres:${password}@127.0.0.1:${server.port}/${name}`;
  try {
    await createDatabase(address("postgres"), base);
  } catch (error) {
    await server.stop();
    throw error;
  }
  const again = async () => {
    await stopOrphan(cluster);
    return launchServer(start, server.port);
  };
  return { ...server, again, url: address(database), adminUrl: address("postgres") };
}

/**
 * initdb works aside and its result is moved into place when it is whole; what a killed one left is only in the way.
 * @param {string} base
 */
function removeLeftOvers(base) {
  for (const name of readdirSync(base)) {
    if (name.startsWith("pg.tmp-")) rmSync(join(base, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {Start} start */
function requireCompleteCluster({ programs, launch, cluster }) {
  const [command, args] = launch.command(programs.postgres, ["--version"]);
  const ours = execFileSync(command, args, { ...launch.options, cwd: "/", encoding: "utf8" }).match(
    /(\d+)[.\d]*\D*$/,
  )?.[1];
  let theirs;
  try {
    theirs = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  } catch (error) {
    const why = codeOf(error) === "ENOENT" ? "it has no PG_VERSION" : reason(error);
    throw new Failure(`${cluster} is not a usable PostgreSQL data directory (${why}). Move it away and start again.`);
  }
  if (theirs === ours) return;
  throw new Failure(
    `${cluster} was written by PostgreSQL ${theirs || "of unknown version"}, this one is ${ours}. Move it away or bring it up to date.`,
  );
}

/** @param {Start} start @param {string} password */
async function initialise({ programs, launch, base, cluster, durable }, password) {
  const temporary = join(base, `pg.tmp-${process.pid}`);
  const passwordFile = join(base, `pg.tmp-${process.pid}.password`);
  mkdirSync(temporary, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  launch.own(temporary);
  launch.own(passwordFile);
  const [command, args] = launch.command(programs.initdb, [
    ...["-D", temporary, "-U", "postgres", `--pwfile=${passwordFile}`, "--auth=scram-sha-256"],
    ...["--encoding=UTF8", "--locale=C", "--no-instructions", ...(durable ? [] : ["--no-sync"])],
  ]);
  const child = spawn(command, args, { ...detached(launch), stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  child.stderr?.on("data", (chunk) => {
    output += chunk;
  });
  const code = await endOf(child);
  rmSync(passwordFile, { force: true });
  if (code === 0) return renameSync(temporary, cluster);
  rmSync(temporary, { recursive: true, force: true });
  throw new Failure(`The database in ${base} could not be made: ${lastLine(output) || `initdb answered ${code}`}`);
}

/**
 * Detached: Ctrl-C reaches every process of the terminal's group, and the database must outlive the server.
 * @param {Start["launch"]} launch
 */
const detached = (launch) => ({ ...launch.options, cwd: "/", detached: true });

/**
 * How a process ended: its exit code, or why it never began. It ends with this one.
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<number | string | null>}
 */
function endOf(child) {
  const stopWithUs = () => child.kill("SIGINT");
  process.once("exit", stopWithUs);
  return new Promise((/** @type {(code: number | string | null) => void} */ done) => {
    child.once("error", (error) => done(error.message)).once("close", done);
  }).finally(() => process.off("exit", stopWithUs));
}

/**
 * A port found free can be taken before the server has it, and a killed server's memory outlives it a moment: try again.
 * @param {Start} start
 * @param {number} [port] the one to be found at; any unless given
 */
async function launchServer(start, port) {
  for (let attempt = 1; ; attempt++) {
    const started = await tryLaunch(start, port ?? (await freePort()));
    if ("server" in started) return started.server;
    const passing = /shared memory block .* still in use|could not bind|could not create any TCP/.test(started.log);
    if (passing && attempt < 10) await pause(500);
    else throw new Failure(`PostgreSQL did not start: ${fatalLine(started.log)} (${join(start.base, "postgres.log")})`);
  }
}

/** @param {Start} start @param {number} port @returns {Promise<{ server: Server } | { log: string }>} */
async function tryLaunch({ programs, launch, base, cluster, durable, more }, port) {
  const logFile = join(base, "postgres.log");
  const log = openSync(logFile, existsSync(logFile) && statSync(logFile).size > 10_000_000 ? "w" : "a", 0o600);
  const before = statSync(logFile).size;
  const chosen = [...settings, ...(durable ? [] : careless), ...more, `port=${port}`].flatMap((setting) => [
    "-c",
    setting,
  ]);
  const [command, args] = launch.command(programs.postgres, ["-D", cluster, ...chosen]);
  const child = spawn(command, args, { ...detached(launch), stdio: ["ignore", log, log] });
  closeSync(log);
  const pid = child.pid ?? 0;
  let over = false;
  const exited = endOf(child).then(() => {
    over = true;
  });
  for (const end = Date.now() + 60_000; !over && Date.now() < end; ) {
    if (isReady(cluster, pid)) return { server: { port, exited, stop: () => stop(child, programs, cluster) } };
    await Promise.race([pause(25), exited]);
  }
  if (!over) await stop(child, programs, cluster);
  return { log: readFileSync(logFile, "utf8").slice(before) };
}

/**
 * The server notes its state in its own pid file; the eighth line says "ready" once it takes connections.
 * @param {string} cluster
 * @param {number} pid
 */
function isReady(cluster, pid) {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
  } catch {
    return false;
  }
}

/**
 * Where the database of a data directory takes connections; undefined when it is not running.
 * @param {string} dataDir
 * @param {string} password
 */
export function postgresAddress(dataDir, password) {
  const file = join(resolve(dataDir), "pg", "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const [pid, , , port] = readFileSync(file, "utf8").split("\n");
  return alive(Number(pid)) ? `postgres://postgres:${password}@127.0.0.1:${port}/${database}` : undefined;
}

/**
 * A fast shutdown: sessions are cut, the data is flushed. Past the limit an immediate one, which the next start repairs.
 * @param {import("node:child_process").ChildProcess} child
 * @param {Start["programs"]} programs
 * @param {string} cluster
 */
async function stop(child, programs, cluster) {
  if (!isRunning(child) || !alive(child.pid)) return;
  if (process.platform === "win32") spawnSync(programs.pg_ctl, ["stop", "-D", cluster, "-m", "fast", "-w"]);
  else child.kill("SIGINT");
  if (await gone(child.pid, 20_000)) return;
  child.kill("SIGQUIT");
  await gone(child.pid, 5_000);
}

/** @param {string} adminUrl @param {string} base */
async function createDatabase(adminUrl, base) {
  const { default: postgres } = await import("postgres");
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    const [existing] = await sql`select 1 from pg_database where datname = ${database}`;
    if (!existing) await sql`create database ${sql(database)}`;
  } catch (error) {
    if (codeOf(error) !== "28P01") throw error;
    throw new Failure(`The database password in ${join(base, "secrets.json")} does not fit the database beside it.`);
  } finally {
    await sql.end({ timeout: 2 });
  }
}

const lastLine = (/** @type {string} */ text) => text.trim().split("\n").at(-1) ?? "";
const fatalLine = (/** @type {string} */ log) =>
  log.match(/(?:FATAL|PANIC): {2}(.*)/)?.[1] ?? (lastLine(log) || "it ended without a word");
