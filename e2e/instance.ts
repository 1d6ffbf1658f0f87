import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { complaintFiles, complaintsIn } from "./complaints";

/** Settings of the developer's shell that would let the tests reach another database, address or job engine. */
const foreign =
  /^(DATABASE_|ENCRYPTION_KEYS|INDEX_KEY|TOKEN_KEY|BASE_URL|EMBED_URL|SDK_URL|SANDBOX|SEED|INNGEST_|S3_|DOCUMENTS_IN|SM(S|TP)_|RATE_|PAYSTACK_|REHEARSAL|TRUSTED_|METRICS_|OTEL_|HOST$)/;

/** Long enough for a build on a busy machine, when the sources have changed. */
const startLimit = 15 * 60_000;

export type Instance = {
  address: string;
  port: number;
  dataDir: string;
  /** All it has printed so far, both streams in their order of arrival. */
  output: () => string;
  /** The process that serves HTTP, a child of the one that was started. */
  serverPid: () => number;
  /** The process that was started. */
  pid: number;
  /** Settles when the process that was started has ended. */
  ended: Promise<number>;
  stop: () => Promise<number>;
};

type Options = {
  dataDir: string;
  port: number;
  env?: Record<string, string>;
  /** By `npm start` instead of its script: `pid` is npm's then. */
  byNpm?: boolean;
};

/** An empty data directory of its own. */
export function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), "mfis-e2e-"));
  // Root hands the database to another user, who has to get in.
  chmodSync(dataDir, 0o711);
  return dataDir;
}

/** One with the sandbox of a first start in it, which took three times the work of finding it. */
export function usedDataDir(): string {
  const dataDir = newDataDir();
  copyDataDir(process.env.E2E_USED_DIR ?? "", dataDir);
  return dataDir;
}

/** Copies the data of an instance that is stopped, each file with the owner it has. */
export function copyDataDir(from: string, to: string): void {
  execFileSync("cp", ["-a", `${from}/.`, to]);
}

export function removeDataDir(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  for (const path of [logOf(dataDir), ...complaintFiles(dataDir)]) rmSync(path, { force: true });
}

/** Where all is kept that an instance prints. Beside the data directory: what is printed is no part of what is stored. */
export function logOf(dataDir: string): string {
  return `${dataDir}.log`;
}

/** Starts the service the way people do, with `scripts/start.mjs`, and waits for its last words. */
export async function startInstance(options: Options): Promise<Instance> {
  const service = launch(options);
  const { dataDir, port } = options;
  heed(service, dataDir);
  const instance: Instance = {
    address: `http://localhost:${port}`,
    port,
    dataDir,
    output: service.output,
    serverPid: () => JSON.parse(readFileSync(join(dataDir, "server.pid"), "utf8")).server.pid,
    pid: service.child.pid ?? 0,
    ended: service.ended,
    stop: () => {
      service.child.kill("SIGTERM");
      return service.ended;
    },
  };
  const limit = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`The service did not start in time.\n${service.output()}`)), startLimit).unref();
  });
  const code = await Promise.race([service.ready, service.ended, limit]);
  if (typeof code === "number") throw new Error(`The service ended with exit code ${code}.\n${service.output()}`);
  return instance;
}

/** Starts the service where it cannot run, and answers how it ended and what it said. */
export async function failToStart(options: Options): Promise<{ code: number; output: string }> {
  const service = launch(options);
  const code = await Promise.race([service.ended, service.ready]);
  if (typeof code === "number") return { code, output: service.output() };
  service.child.kill("SIGTERM");
  await service.ended;
  throw new Error(`The service started, although it could not.\n${service.output()}`);
}

function launch({ dataDir, port, env: given, byNpm = false }: Options) {
  const env: NodeJS.ProcessEnv = { ...process.env, APP_ENV: "development", PORT: String(port), DATA_DIR: dataDir };
  for (const name of Object.keys(env).filter((key) => foreign.test(key))) Reflect.deleteProperty(env, name);
  // Tests count what they find: months of somebody's business would be in the way.
  const options = { env: { ...env, SEED: "off", ...given }, detached: true };
  // The channel tells the service when this process is gone: it stops by itself then. Detached, because after Ctrl-C
  // the tests under way still need it.
  const child = byNpm
    ? spawn("npm", ["--silent", "start"], { ...options, stdio: ["ignore", "pipe", "pipe"] })
    : fork("scripts/start.mjs", [], { ...options, stdio: ["ignore", "pipe", "pipe", "ipc"] });
  return { child, ended: endOf(child), ...listenTo(child, logOf(dataDir)) };
}

async function endOf(child: ChildProcess): Promise<number> {
  const [code] = await once(child, "close");
  return code ?? 1;
}

function listenTo(child: ChildProcess, log: string) {
  let output = "";
  const ready = new Promise<"ready">((resolve) => {
    const add = (chunk: string) => {
      output += chunk;
      appendFileSync(log, chunk);
      // Said once it is healthy and seeded.
      if (output.includes("Ctrl-C stops it")) resolve("ready");
    };
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", add);
  });
  return { ready, output: () => output };
}

/** Keeps what a service complains of. */
function heed({ child, ready }: ReturnType<typeof launch>, dataDir: string): void {
  let started = false;
  ready.then(() => {
    started = true;
  });
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream]?.on("data", complaintsIn({ stream, dataDir, started: () => started }));
  }
}

/** The process of the embedded database of a data directory. */
export function databasePid(dataDir: string): number {
  return Number(postmaster(dataDir)[0]);
}

/** Where the embedded database of a data directory listens, with the password to it. */
export function databaseUrl(dataDir: string, name = "mfis"): string {
  const { databasePassword } = JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8"));
  return `postgres://postgres:${databasePassword}@127.0.0.1:${databasePort(dataDir)}/${name}`;
}

/** The port of the embedded database; another one after every start. */
export function databasePort(dataDir: string): number {
  return Number(postmaster(dataDir)[3]);
}

/** PostgreSQL's own pid file, by lines: the process first, the port fourth. */
function postmaster(dataDir: string): string[] {
  return readFileSync(join(dataDir, "pg", "postmaster.pid"), "utf8").split("\n");
}

/** A port nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No free port");
  return address.port;
}
