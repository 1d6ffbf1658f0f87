import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { Failure } from "./failure.mjs";
import { root } from "./install.mjs";
import { processSpace, run, sameProcess } from "./processes.mjs";
import { takeBuildTurn } from "./server/build-turn.mjs";
import { buildIn, chooseBuild, removeOtherBuilds, stampOf } from "./server/built.mjs";
import { bundleLane, routeFiles } from "./server/lane-bundle.mjs";

const sources = ["app", "components", "lib", "db", "public", "sdk", "middleware.ts", "instrumentation.ts"];
const settings = [
  "next.config.mjs",
  "package.json",
  "tsconfig.json",
  "postcss.config.mjs",
  "package-lock.json",
  "scripts/build-sdk.mjs",
  "scripts/packages/mend-packages.mjs",
  "scripts/server/areas.mjs",
  "scripts/server/built.mjs",
  "scripts/server/lane-bundle.mjs",
  "scripts/server/lane-response.mjs",
  "scripts/server/route-table.mjs",
];
/** Which build of pages is under way, and who waits for it. */
const underWay = join(root, ".cache", "build.json");
const sdkOutput = join("public", "sdk");

/**
 * Builds everything: what the server answers by itself, and what Next answers.
 * @param {import("./processes.mjs").RunOptions & { whole?: boolean }} [options] `whole`: Next answers all
 * @returns {Promise<string>} the hash of the sources
 */
export async function buildApplication(options = {}) {
  const sources = await buildServer(options);
  if (!hasPages(sources, options.whole)) await buildPages(sources, options);
  return sources;
}

/**
 * Builds what the server answers by itself: the SDK and the API's routes.
 * @param {import("./processes.mjs").RunOptions} [options]
 * @returns {Promise<string>} the hash of the sources
 */
export async function buildServer(options = {}) {
  // Each time: it takes a moment, and what it writes depends on settings too (EMBED_URL).
  await buildSdk(options);
  const sources = sourceHash();
  await bundleLane(root, sources);
  return sources;
}

/** Whether there is Next's build of these very sources; servers then take it. @param {string} sources their hash */
export function hasPages(sources, whole = false) {
  if (!existsSync(stampOf(buildIn(root, sources, whole)))) return false;
  chooseBuild(root, sources, whole);
  return true;
}

/**
 * Builds the pages, once any other build of them is over.
 * @param {string} sources their hash
 * @param {import("./processes.mjs").RunOptions & { whole?: boolean }} [options] `whole`: with the routes of the API
 */
export async function buildPages(sources, { whole = false, ...options } = {}) {
  const turn = await takeBuildTurn(underWay);
  try {
    if (hasPages(sources, whole)) return;
    process.stdout.write("Building (next build) ...\n");
    const onSpawn = (/** @type {import("node:child_process").ChildProcess} */ child) => {
      options.onSpawn?.(child);
      turn.begun(child.pid);
    };
    const build = buildIn(root, sources, whole);
    await copySources(build, whole ? [] : await routeFiles(root));
    await nextBuild([], { ...options, onSpawn, cwd: build });
    writeFileSync(stampOf(build), sources);
    chooseBuild(root, sources, whole);
    removeOtherBuilds(root, sources, { space: processSpace(), lives: sameProcess });
  } finally {
    turn.over();
  }
}

/**
 * Copies the sources, for pages without the routes that the server answers by itself: with them, Next builds twice as long, and it
 * knows no way to leave out some of a folder.
 * @param {string} copy the folder @param {readonly string[]} without files from the root
 */
async function copySources(copy, without) {
  // Next takes the folder of a lock file for the one that has the packages.
  const left = new Set([...without, "package-lock.json"]);
  rmSync(copy, { recursive: true, force: true });
  for (const name of filesOfBuild()) {
    if (left.has(name) || name.startsWith(`public${sep}`)) continue;
    mkdirSync(dirname(join(copy, name)), { recursive: true });
    copyFileSync(join(root, name), join(copy, name));
  }
  // The SDK in it is built at each start.
  symlinkSync(relative(copy, join(root, "public")), join(copy, "public"), "junction");
}

/**
 * @param {readonly string[]} args
 * @param {import("./processes.mjs").RunOptions} [options]
 */
export async function nextBuild(args, options = {}) {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const next = join(root, "node_modules", "next", "dist", "bin", "next");
  const code = await run(process.execPath, [next, "build", ...args], { cwd: root, ...options, env });
  if (code !== 0) throw new Failure("next build failed; see above. Nothing is served without it.");
}

/** @param {import("./processes.mjs").RunOptions} [options] */
export async function buildSdk(options = {}) {
  const script = join(root, "scripts", "build-sdk.mjs");
  if (!existsSync(script)) return;
  const code = await run(process.execPath, [script], { ...options, cwd: root });
  if (code !== 0) throw new Failure("The SDK could not be built; see above.");
}

/** All that ends up in the build, from the root. */
export function filesOfBuild() {
  return [...sources, ...settings].flatMap((name) => filesUnder(join(root, name))).map((file) => relative(root, file));
}

/** One hash over all that ends up in the build. Tests and the SDK's own output do not. */
export function sourceHash() {
  const hash = createHash("sha256").update(`${process.versions.node}\0`);
  for (const name of filesOfBuild()) {
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(root, name)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!existsSync(path) || relative(root, path).startsWith(sdkOutput)) return [];
  if (statSync(path).isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(path)
    .sort()
    .filter((name) => !name.startsWith(".") || name === ".well-known")
    .flatMap((name) => filesUnder(path + sep + name));
}
