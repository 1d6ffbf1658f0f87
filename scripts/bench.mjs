import "./node-version.mjs";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { buildApplication, nextBuild } from "./build.mjs";
import { Failure, report } from "./failure.mjs";
import { installDependencies, root } from "./install.mjs";
import { freePort } from "./ports.mjs";
import { endChild, run } from "./processes.mjs";
import setUpPostgres from "./vitest-global-setup.mjs";

/**
 * `npm run bench`: how fast the service does what it does most, each as a ratio to a floor measured in the same run
 * (bench/README.md); `npm run bench -- deliveries` (or another part) for one of them. Options of Node.js are handed
 * on, so that `node --cpu-prof scripts/bench.mjs scoring` profiles the measured process.
 */
const parts = [
  "scoring",
  "deliveries",
  "status",
  "credit-score",
  "bulk",
  "repayments",
  "neighbours",
  "fairness",
  "dashboard",
  "console",
  "pages",
  "million",
];
/** Those that need the built application. */
const served = ["status", "credit-score", "bulk", "repayments", "neighbours", "dashboard", "console", "pages"];
const asked = process.argv.slice(2);
/** Filling a million takes longer than all others: only where it is asked for. */
const usual = parts.filter((part) => part !== "million");
const chosen = asked.length > 0 ? parts.filter((part) => asked.includes(part)) : usual;
const output = join(root, ".cache", "bench");
const data = join(output, "data");

/** @type {import("node:child_process").ChildProcess | undefined} */
let child;
/** @type {(() => Promise<void>) | undefined} */
let closePostgres;
/** @type {Promise<void> | undefined} */
let ending;
const onSpawn = (/** @type {import("node:child_process").ChildProcess} */ spawned) => {
  child = spawned;
};

/**
 * Bundled the way the application is for production: what Vite's own runner adds to every call would be measured too.
 * @param {readonly string[]} names
 */
async function bundle(names) {
  const { build } = await import("vite");
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    resolve: { alias: { "@": root } },
    build: {
      ssr: true,
      target: "node20",
      outDir: output,
      emptyOutDir: true,
      rollupOptions: { input: Object.fromEntries(names.map((name) => [name, join(root, "bench", `${name}.ts`)])) },
    },
  });
}

async function buildServers() {
  await buildApplication({ onSpawn });
  await nextBuild([join("bench", "bare-app")], { onSpawn, stdio: ["ignore", "ignore", "inherit"] });
}

async function startPostgres() {
  let adminUrl = "";
  closePostgres = await setUpPostgres({
    provide: (_, value) => {
      adminUrl = value;
    },
  });
  return adminUrl;
}

/** A migrated database for one bench alone. Answers its address. @param {string} adminUrl @param {string} part */
async function createDatabase(adminUrl, part) {
  const { default: postgres } = await import("postgres");
  const admin = postgres(adminUrl, { max: 1, onnotice: () => {} });
  await admin`create database ${admin(`bench_${part}`)} template template_app strategy file_copy`;
  await admin.end();
  const url = new URL(adminUrl);
  url.pathname = `/bench_${part}`;
  return url.href;
}

/**
 * Nothing of the developer's shell but what a process needs to run.
 * @param {string} databaseUrl
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function environment(databaseUrl) {
  const key = () => randomBytes(32).toString("base64");
  const { PATH, HOME, TMPDIR, SystemRoot, MERCHANTS } = process.env;
  return {
    ...{ PATH, HOME, TMPDIR, SystemRoot, MERCHANTS },
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(data, new URL(databaseUrl).pathname),
    ...{ ENCRYPTION_KEYS: `k1:${key()}`, INDEX_KEY: key(), TOKEN_KEY: key() },
    PORT: String(await freePort()),
    BARE_PORT: String(await freePort()),
    OTHER_PORT: String(await freePort()),
    // Receivers on this machine are for the sandbox alone.
    SANDBOX: "on",
    SEED: "off",
  };
}

async function main() {
  const unknown = asked.find((name) => !parts.includes(name));
  if (unknown) throw new Failure(`There is no bench "${unknown}"; there are ${parts.join(", ")}.`);
  await installDependencies({ onSpawn });
  if (chosen.some((part) => served.includes(part))) await buildServers();
  await bundle(chosen);
  const adminUrl = await startPostgres();
  const load = loadavg()[0]?.toFixed(1);
  process.stdout.write(`\nNode.js ${process.versions.node}, ${cpus().length} processors, load before ${load}\n`);
  for (const part of chosen) {
    const env = await environment(await createDatabase(adminUrl, part));
    const args = [...process.execArgv, "--enable-source-maps", join(output, `${part}.js`)];
    const code = await run(process.execPath, args, { onSpawn, cwd: root, env });
    if (code !== 0) throw new Failure(`The bench "${part}" could not be run to its end.`);
  }
}

/** @param {number} code */
function end(code) {
  ending ??= (async () => {
    await endChild(child);
    await closePostgres?.();
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
    process.exit(code);
  })();
  return ending;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(1));

main().then(
  () => end(0),
  (error) => {
    if (!ending) report(error);
    return end(1);
  },
);
