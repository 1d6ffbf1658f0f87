import "#scripts/node-version.mjs";
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { parse } from "yaml";
import { Failure, report } from "#scripts/failure.mjs";
import { root } from "#scripts/install.mjs";
import { startPostgres } from "#scripts/postgres.mjs";
import { baseOf, inside, Roots } from "./bare-root.mjs";
import { argumentsOf, contextOf, readDockerfile, settingsOf } from "./read-dockerfile.mjs";

/**
 * `node scripts/containers/try-container.mjs`, as root on Debian: what Dockerfile and compose.yaml say, done in a bare Debian without
 * Docker. Builds stage by stage, then migrates and serves as the image's user on a root that nobody can write to.
 */
const port = process.env.PORT || "3390";
const say = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`);
/** A registry may be behind something that has a certificate of its own. */
const certificates = "/etc/ssl/certs/ca-certificates.crt";
const whileBuilding = {
  NODE_EXTRA_CA_CERTS: certificates,
  npm_config_cafile: certificates,
  npm_config_update_notifier: "false",
};

const roots = new Roots();
const folder = mkdtempSync(join(tmpdir(), "mfis-try-"));
/** @type {Awaited<ReturnType<typeof startPostgres>> | undefined} */
let database;

async function main() {
  const stages = readDockerfile(readFileSync(join(root, "Dockerfile"), "utf8"));
  const last = stages.at(-1);
  if (!last) throw new Failure("The Dockerfile has no stage.");
  /** @type {Map<string, string>} */
  const built = new Map();
  let image = { system: "", env: /** @type {Record<string, string>} */ ({}), cwd: "/", user: "root" };
  for (const [number, stage] of stages.entries()) {
    image = await build(stage, `${number}`, built);
    if (stage.name) built.set(stage.name, image.system);
  }
  if (image.user === "root") throw new Failure("The image runs as root.");
  await serve(last, image);
}

/** @param {import("./read-dockerfile.mjs").Stage} stage @param {string} name @param {ReadonlyMap<string, string>} built */
async function build(stage, name, built) {
  say(`FROM ${stage.image}`);
  const system = roots.unpack(baseOf(stage.image), name);
  const around = { env: /** @type {Record<string, string>} */ ({}), cwd: "/", user: "root" };
  for (const { keyword, text: content } of stage.steps) {
    if (!["EXPOSE", "STOPSIGNAL", "VOLUME", "ARG"].includes(keyword)) say(`${keyword} ${content}`);
    if (keyword === "ENV") Object.assign(around.env, settingsOf(content));
    if (keyword === "USER") around.user = content;
    if (keyword === "WORKDIR") {
      around.cwd = content;
      mkdirSync(join(system, content), { recursive: true });
    }
    if (keyword === "COPY") copy(content, join(system, around.cwd), built);
    if (keyword === "RUN") {
      const env = { ...around.env, ...whileBuilding };
      await required(system, ["/bin/sh", "-c", content], { ...around, env });
    }
  }
  return { system, ...around };
}

/** @param {string} content of a COPY @param {string} here @param {ReadonlyMap<string, string>} built */
function copy(content, here, built) {
  const words = content.split(/\s+/);
  const from = words[0]?.startsWith("--from=") ? words.shift()?.slice("--from=".length) : undefined;
  const target = join(here, words.pop() ?? "");
  if (from !== undefined) {
    // With its links as they are.
    for (const source of words) execFileSync("cp", ["-a", `${join(built.get(from) ?? "", source)}/.`, target]);
    return;
  }
  const goes = contextOf(readFileSync(join(root, ".dockerignore"), "utf8"));
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  for (const file of files.split("\n").filter((name) => name && goes(name))) {
    const source = words.find((word) => word === "." || word === file || file.startsWith(`${word}/`));
    if (source === undefined) continue;
    // Of a folder, what is in it.
    const to = join(target, source === file ? basename(file) : relative(source, file));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(root, file), to, { preserveTimestamps: true });
  }
}

/** @param {import("./read-dockerfile.mjs").Stage} last @param {{ system: string, env: Record<string, string>, cwd: string, user: string }} image */
async function serve(last, image) {
  const { services } = parse(readFileSync(join(root, "compose.yaml"), "utf8"), { merge: true });
  database = await startPostgres({ dataDir: folder, password: "try", durable: false });
  const key = () => randomBytes(32).toString("base64");
  const settings = {
    ...image.env,
    PORT: port,
    HOST: "127.0.0.1",
    DATABASE_URL: database.url,
    BASE_URL: "https://financing.example",
    SMTP_URL: "smtp://127.0.0.1:9",
    SUPPORT_EMAIL: "help@financing.example",
    TRUSTED_PROXIES: "none",
    ENCRYPTION_KEYS: `k1:${key()}`,
    INDEX_KEY: key(),
    TOKEN_KEY: key(),
  };
  const around = { ...image, env: settings };
  const [kept = ""] = argumentsOf(last, "VOLUME");
  /** @type {string[]} */
  const memory = services["financing-1"].tmpfs.map((/** @type {string} */ one) => one.split(":")[0]);
  const running = roots.readOnly(image.system, { memory, kept });
  await check(running, around);
  await required(running, services.migrate.command, around);
  const command = argumentsOf(last, "CMD");
  say(`CMD ${command.join(" ")}, as ${image.user}`);
  const service = inside(running, command, around);
  const ended = once(service, "exit");
  const said = Promise.all([text(service.stdout), text(service.stderr)]);
  await healthy(running, argumentsOf(last, "HEALTHCHECK"), around, ended);
  say("is healthy");
  await required(running, ["node", "scripts/operator.mjs"], around);
  service.kill("SIGTERM");
  const [code] = await Promise.race([ended, pause(40_000, ["no end within 40 s"])]);
  const lines = (await said).join("");
  if (code !== 0) throw new Failure(`${lines}\nSIGTERM ended it with ${code}.`);
  say("ended in order");
}

/** What an image must not be. @param {string} running @param {import("./bare-root.mjs").Around} around */
async function check(running, around) {
  const never = {
    "a file of the root can be written": "touch scripts/x || touch /x",
    "packages of the tests are there": "ls -d node_modules/vitest node_modules/playwright | grep .",
    "files that only check are there": "ls -d e2e test .git lib/architecture.test.ts | grep .",
    "secrets or data are there": "ls -d .env .data | grep .",
  };
  for (const [what, command] of Object.entries(never)) {
    const [code] = await once(inside(running, ["/bin/sh", "-c", command], around), "exit");
    if (code === 0) throw new Failure(`In the image, ${what}.`);
  }
  await required(running, ["/bin/sh", "-c", "touch /data/x && rm /data/x"], around);
}

/** @param {string} running @param {string[]} probe @param {import("./bare-root.mjs").Around} around @param {Promise<unknown>} ended */
async function healthy(running, probe, around, ended) {
  for (let tried = 0; tried < 60; tried += 1) {
    const [code] = await once(inside(running, probe, around), "exit");
    if (code === 0) return;
    if (await Promise.race([ended, pause(1_000, false)])) break;
  }
  throw new Failure("It does not get healthy.");
}

/** @param {string} system @param {readonly string[]} command @param {import("./bare-root.mjs").Around} around */
async function required(system, command, around) {
  const started = performance.now();
  const child = inside(system, command, around);
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  if (code !== 0) throw new Failure(`${out}${error}\n${command.join(" ")} ended with ${code}.`);
  say(`  ${command.at(-1)}: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}

try {
  await main();
} catch (error) {
  report(error);
  process.exitCode = 1;
} finally {
  await database?.stop();
  roots.remove();
  rmSync(folder, { recursive: true, force: true });
}
