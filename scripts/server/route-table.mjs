import { readdirSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";

/**
 * The addresses under `app/`, from its files: Next answers a method that an address does not have without saying which it
 * has, and pages to any method at all.
 * @typedef {{ segments: readonly string[], methods: readonly string[], page: string | null,
 *   route: string | null }} Address `page`, `route`: which of them answers, as Next names a page, and by its file
 */

/**
 * @param {string} app the folder of routes and pages
 * @returns {Promise<Address[]>}
 * @throws Error for a route file whose methods are not found: whatever is sent there would be refused
 */
export async function readAddresses(app) {
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(^|[\\/])(route\.ts|page\.tsx)$/.test(file),
  );
  const exported = await exportsOf(
    app,
    files.filter((file) => file.endsWith("route.ts")),
  );
  return files
    .map((file) => {
      const folder = dirname(file);
      const segments = folder.split(sep).filter((segment) => segment !== "." && !segment.startsWith("("));
      const names = exported.get(file);
      if (!names) return { segments, methods: ["GET", "HEAD", "POST"], page: join("app", folder, "page"), route: null };
      const own = names.filter((name) => /^[A-Z]+$/.test(name));
      if (own.length === 0) throw new Error(`${join(app, file)} exports no method.`);
      const methods = [...own, ...(own.includes("GET") ? ["HEAD"] : [])];
      return { segments, methods: methods.sort(), page: null, route: join("app", file) };
    })
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** What route files export, and as of when: in development they change. @type {Map<string, { at: number, names: string[] }>} */
const known = new Map();

/** @type {Promise<unknown>} */
let last = Promise.resolve();

/**
 * What modules export, by their files. One reading after another: each stops what compiles, which all have together.
 * @param {string} folder @param {readonly string[]} files in it
 * @returns {Promise<Map<string, string[]>>}
 */
function exportsOf(folder, files) {
  const next = last.then(() => readExports(folder, files));
  last = next.catch(() => {});
  return next;
}

/** @param {string} folder @param {readonly string[]} files */
async function readExports(folder, files) {
  const all = files.map((file) => ({ file, path: resolve(folder, file), at: statSync(join(folder, file)).mtimeMs }));
  const fresh = all.filter(({ path, at }) => known.get(path)?.at !== at);
  if (fresh.length > 0) {
    // Not before the dependencies are installed.
    const { build, stop } = await import("esbuild");
    const entryPoints = fresh.map(({ path, file }) => ({ in: path, out: file }));
    const outdir = resolve(folder);
    const { metafile } = await build({ entryPoints, outdir, write: false, metafile: true, logLevel: "error" });
    // Its process stays otherwise.
    await stop();
    const outputs = Object.entries(metafile.outputs);
    const names = new Map(outputs.map(([file, { exports }]) => [resolve(file).replace(/\.js$/, ""), exports]));
    for (const { path, at } of fresh) known.set(path, { at, names: names.get(path) ?? [] });
  }
  return new Map(all.map(({ file, path }) => [file, known.get(path)?.names ?? []]));
}

/** The files that are served as they are. @param {string} folder @returns {Address[]} */
export function readFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => {
      const segments = join(parentPath, name)
        .slice(folder.length + 1)
        .split("/");
      return { segments, methods: ["GET", "HEAD"], page: null, route: null };
    });
}

/** As Next chooses: what is written out before a parameter, a parameter before a rest. @param {Address} address */
function rank({ segments }) {
  const kinds = segments.map((segment) => (segment.startsWith("[[") ? 3 : segment.startsWith("[...") ? 2 : 1));
  return segments.map((segment, i) => (segment.startsWith("[") ? kinds[i] : 0)).join("");
}

/**
 * The address that a path names, if any.
 * @param {readonly Address[]} addresses
 * @param {readonly string[]} names the path's segments
 */
export function findAddress(addresses, names) {
  return addresses.find(({ segments }) => {
    const last = segments.at(-1) ?? "";
    const optional = last.startsWith("[[...");
    const rest = optional || last.startsWith("[...");
    const fixed = rest ? segments.slice(0, -1) : segments;
    if (rest ? names.length < fixed.length + (optional ? 0 : 1) : names.length !== fixed.length) return false;
    return fixed.every((segment, i) => segment.startsWith("[") || segment === names[i]);
  });
}
