import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { Failure } from "./failure.mjs";
import { root } from "./install.mjs";
import { run } from "./processes.mjs";
import { bundleLane, hasLane } from "./server/lane-bundle.mjs";

const sources = ["app", "components", "lib", "db", "public", "sdk", "middleware.ts", "instrumentation.ts"];
const settings = [
  "next.config.mjs",
  "postcss.config.mjs",
  "package-lock.json",
  "scripts/build-sdk.mjs",
  "scripts/server/areas.mjs",
  "scripts/server/lane-bundle.mjs",
  "scripts/server/lane-response.mjs",
  "scripts/server/route-table.mjs",
];
const stamp = join(root, ".next", "build-stamp");
const sdkOutput = join("public", "sdk");

/**
 * Builds the SDK, and the application unless `.next` was built from these very sources.
 * @param {import("./processes.mjs").RunOptions} [options]
 */
export async function buildApplication(options = {}) {
  // Each time: it takes a moment, and what it writes depends on settings too (EMBED_URL).
  await buildSdk(options);
  const wanted = sourceHash();
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
    process.stdout.write("Building (next build) ...\n");
    await nextBuild([], options);
    await bundleLane(root);
    writeFileSync(stamp, wanted);
  } else if (!hasLane(root)) await bundleLane(root);
}

/**
 * @param {readonly string[]} args
 * @param {import("./processes.mjs").RunOptions} [options]
 */
export async function nextBuild(args, options = {}) {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const next = join(root, "node_modules", "next", "dist", "bin", "next");
  const code = await run(process.execPath, [next, "build", ...args], { ...options, cwd: root, env });
  if (code !== 0) throw new Failure("next build failed; see above.");
}

/** @param {import("./processes.mjs").RunOptions} [options] */
export async function buildSdk(options = {}) {
  const script = join(root, "scripts", "build-sdk.mjs");
  if (!existsSync(script)) return;
  const code = await run(process.execPath, [script], { ...options, cwd: root });
  if (code !== 0) throw new Failure("The SDK could not be built; see above.");
}

/** One hash over all that ends up in the build. Tests and the SDK's own output do not. */
export function sourceHash() {
  const hash = createHash("sha256").update(`${process.versions.node}\0`);
  for (const name of [...sources, ...settings]) {
    for (const file of filesUnder(join(root, name))) {
      hash
        .update(`${relative(root, file)}\0`)
        .update(readFileSync(file))
        .update("\0");
    }
  }
  return hash.digest("hex");
}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!existsSync(path) || relative(root, path).startsWith(sdkOutput)) return [];
  if (statSync(path).isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(path)
    .sort()
    .filter((name) => !name.startsWith("."))
    .flatMap((name) => filesUnder(path + sep + name));
}
