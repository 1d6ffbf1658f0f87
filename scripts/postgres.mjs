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
import { Failure, reason } from "./failure.mjs";
import { freePort } from "./ports.mjs";
import { stopOrphan } from "./postgres-orphan.mjs";
import { launcher, postgresPrograms } from "./postgres-programs.mjs";
import { alive, gone, pause } from "./processes.mjs";

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
 * the data directory for itself (instance.mjs). Answers `{ url, adminUrl, port, pid, exited, stop }`.
 */
export async function startPostgres({ dataDir, password, durable = true }) {
  const base = resolve(dataDir);
  const cluster = join(base, "pg");
  const programs = await postgresPrograms();
  const launch = launcher(programs, base);

  removeLeftOvers(base);
  if (existsSync(cluster)) requireCompleteCluster(programs, launch, cluster);
  else await initialise({ programs, launch, base, cluster, password, durable });
  await stopOrphan(cluster);

  const server = await launchServer({ programs, launch, base, cluster, durable });
  const address = (name) => `postgres://postgres:${password}@127.0.0.1:${server.port}/${name}`;
  try {
    await createDatabase(address("postgres"), base);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { ...server, url: address(database), adminUrl: address("postgres") };
}

/** initdb works aside and its result is moved into place when it is whole; what a killed one left is only in the way. */
function removeLeftOvers(base) {
  for (const name of readdirSync(base)) {
    if (name.startsWith("pg.tmp-")) rmSync(join(base, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

function requireCompleteCluster(programs, launch, cluster) {
  const [command, args] = launch.command(programs.postgres, ["--version"]);
  const ours = execFileSync(command, args, { ...launch.options, cwd: "/", encoding: "utf8" }).match(
    /(\d+)[.\d]*\D*$/,
  )?.[1];
  let theirs;
  try {
    theirs = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  } catch (error) {
    const why = error.code === "ENOENT" ? "it has no PG_VERSION" : reason(error);
    throw new Failure(`${cluster} is not a usable PostgreSQL data directory (${why}). Move it away and start again.`);
  }
  if (theirs === ours) return;
  throw new Failure(
    `${cluster} was written by PostgreSQL ${theirs || "of unknown version"}, this one is ${ours}. Move it away or bring it up to date.`,
  );
}

async function initialise({ programs, launch, base, cluster, password, durable }) {
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
  const child = spawn(command, args, {
    ...launch.options,
    cwd: "/",
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const stopWithUs = () => child.kill("SIGINT");
  process.once("exit", stopWithUs);
  const code = await new Promise((done) => child.once("error", (error) => done(error.message)).once("close", done));
  process.off("exit", stopWithUs);
  rmSync(passwordFile, { force: true });
  if (code === 0) return renameSync(temporary, cluster);
  rmSync(temporary, { recursive: true, force: true });
  throw new Failure(`The database in ${base} could not be made: ${lastLine(output) || `initdb answered ${code}`}`);
}

/** A port found free can be taken before the server has it, and a killed server's memory outlives it a moment: try again. */
async function launchServer(options) {
  for (let attempt = 1; ; attempt++) {
    const started = await tryLaunch(options, await freePort());
    if (started.server) return started.server;
    const passing = /shared memory block .* still in use|could not bind|could not create any TCP/.test(started.log);
    if (passing && attempt < 10) await pause(500);
    else
      throw new Failure(`PostgreSQL did not start: ${fatalLine(started.log)} (${join(options.base, "postgres.log")})`);
  }
}

async function tryLaunch({ programs, launch, base, cluster, durable }, port) {
  const logFile = join(base, "postgres.log");
  const log = openSync(logFile, existsSync(logFile) && statSync(logFile).size > 10_000_000 ? "w" : "a", 0o600);
  const before = statSync(logFile).size;
  const chosen = [...settings, ...(durable ? [] : careless), `port=${port}`].flatMap((setting) => ["-c", setting]);
  const [command, args] = launch.command(programs.postgres, ["-D", cluster, ...chosen]);
  // Detached: Ctrl-C reaches every process of the terminal's group, and the database must outlive the server.
  const child = spawn(command, args, { ...launch.options, cwd: "/", detached: true, stdio: ["ignore", log, log] });
  closeSync(log);
  let over = false;
  const exited = new Promise((done) => {
    child.once("error", done).once("exit", done);
  }).then(() => {
    over = true;
  });
  const stopWithUs = () => child.kill("SIGINT");
  process.once("exit", stopWithUs);
  exited.then(() => process.off("exit", stopWithUs));

  for (const end = Date.now() + 60_000; !over && Date.now() < end; ) {
    if (isReady(cluster, child.pid)) {
      return { server: { port, pid: child.pid, exited, stop: () => stop(child, programs, cluster) } };
    }
    await Promise.race([pause(25), exited]);
  }
  if (!over) await stop(child, programs, cluster);
  return { log: readFileSync(logFile, "utf8").slice(before) };
}

/** The server notes its state in its own pid file; the eighth line says "ready" once it takes connections. */
function isReady(cluster, pid) {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
  } catch {
    return false;
  }
}

/** A fast shutdown: sessions are cut, the data is flushed. Past the limit an immediate one, which the next start repairs. */
async function stop(child, programs, cluster) {
  if (child.exitCode !== null || child.signalCode !== null || !alive(child.pid)) return;
  if (process.platform === "win32") spawnSync(programs.pg_ctl, ["stop", "-D", cluster, "-m", "fast", "-w"]);
  else child.kill("SIGINT");
  if (await gone(child.pid, 20_000)) return;
  child.kill("SIGQUIT");
  await gone(child.pid, 5_000);
}

async function createDatabase(adminUrl, base) {
  const { default: postgres } = await import("postgres");
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    const [existing] = await sql`select 1 from pg_database where datname = ${database}`;
    if (!existing) await sql`create database ${sql(database)}`;
  } catch (error) {
    if (error.code !== "28P01") throw error;
    throw new Failure(`The database password in ${join(base, "secrets.json")} does not fit the database beside it.`);
  } finally {
    await sql.end({ timeout: 2 });
  }
}

const lastLine = (text) => text.trim().split("\n").at(-1) ?? "";
const fatalLine = (log) => log.match(/(?:FATAL|PANIC): {2}(.*)/)?.[1] ?? (lastLine(log) || "it ended without a word");
