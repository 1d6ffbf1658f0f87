import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { Failure } from "./failure.mjs";
import { root } from "./install.mjs";

/** The most a page may have to fetch for the SDK, gzipped. */
const most = 3 * 1024;

/**
 * The files of the SDK as text, the same for the same sources.
 * @param {string} journeyOrigin where the journey is by default; empty: where the SDK itself was loaded from
 */
export async function bundleSdk(journeyOrigin) {
  const [script, module] = await Promise.all([
    bundle(new URL("../sdk/script.ts", import.meta.url), "iife", journeyOrigin),
    bundle(new URL("../sdk/module.ts", import.meta.url), "esm", journeyOrigin),
  ]);
  const types = readFileSync(join(root, "sdk", "embed.d.ts"), "utf8");
  const { version } = JSON.parse(readFileSync(join(root, "sdk", "version.json"), "utf8"));
  // The types twice: TypeScript looks for them by the ending of what is imported.
  return { version, files: { "embed.js": script, "embed.mjs": module, "embed.d.ts": types, "embed.d.mts": types } };
}

/**
 * The files of every version that is served, the oldest first. Those released before are copies of what was released
 * (`sdk/released/`): whoever pinned them gets the same bytes whatever becomes of sources and bundler.
 * @param {string} journeyOrigin as of `bundleSdk`
 */
export async function sdkVersions(journeyOrigin) {
  const folder = join(root, "sdk", "released");
  const before = readdirSync(folder).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return [...before.map((version) => keptVersion(folder, version, journeyOrigin)), await bundleSdk(journeyOrigin)];
}

/** How a bundle names the journey's origin by default. @param {string} origin */
const origin = (origin) => `.host||${JSON.stringify(origin)}`;

/** @param {string} folder @param {string} version @param {string} journeyOrigin */
function keptVersion(folder, version, journeyOrigin) {
  const kept = (/** @type {string} */ name) => readFileSync(join(folder, version, `${name}.txt`), "utf8");
  const script = (/** @type {string} */ name) => kept(name).replace(origin(""), origin(journeyOrigin));
  const types = kept("embed.d.ts");
  const files = { "embed.js": script("embed.js"), "embed.mjs": script("embed.mjs"), "embed.d.ts": types };
  return { version, files: { ...files, "embed.d.mts": types } };
}

/** @param {URL} entry @param {"iife" | "esm"} format @param {string} journeyOrigin */
async function bundle(entry, format, journeyOrigin) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    absWorkingDir: root,
    bundle: true,
    write: false,
    minify: true,
    format,
    target: "es2020",
    charset: "ascii",
    legalComments: "none",
    alias: { "@/lib": join(root, "lib") },
    define: { JOURNEY_ORIGIN: JSON.stringify(journeyOrigin) },
    // The application's own settings have no say in what a pinned file contains.
    tsconfigRaw: {},
    logLevel: "warning",
  });
  const text = outputFiles.map((file) => file.text).join("");
  const size = gzipSync(text).length;
  if (size > most) throw new Failure(`The SDK has ${size} bytes gzipped (${format}); at most ${most} are allowed.`);
  return text;
}

/**
 * Where the journey is by these settings, if that is not where the SDK comes from; empty if it is.
 * @param {Record<string, string | undefined>} settings
 */
export function journeyOrigin({ EMBED_URL, SDK_URL, BASE_URL }) {
  const address = EMBED_URL || (SDK_URL && BASE_URL);
  if (SDK_URL && !address) {
    throw new Failure("SDK_URL is set apart: set BASE_URL or EMBED_URL too, so that the SDK knows the journey.");
  }
  if (!address) return "";
  if (URL.canParse(address) && /^https?:/.test(address)) return new URL(address).origin;
  throw new Failure(`EMBED_URL, or BASE_URL, must be an origin, as https://financing.example; it is ${address}`);
}

/** What a page names in the `integrity` attribute. @param {string} text */
export function integrityOf(text) {
  return `sha384-${createHash("sha384").update(text).digest("base64")}`;
}
