import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isBelow, programAreas } from "./areas.mjs";
import { readAddresses } from "./route-table.mjs";

/**
 * The API's route files and the start of the application as one bundle, for `fast-lane.mjs`.
 * @typedef {(request: Request, context: { params: Promise<Params> }) => Promise<Response>} Handler
 * @typedef {Record<string, string | string[]>} Params
 * @typedef {{ routes: Record<string, Record<string, Handler | undefined>>, boot: () => Promise<void>,
 *   problemResponse: (error: unknown, request: Request) => Response, gate: Gate }} Lane `routes` by their files
 * @typedef {Pick<typeof import("../../lib/edge/http/request-seat"), "admitPage" | "awaitPace"> &
 *   Pick<typeof import("../../lib/edge/http/plain-page"), "pageRefusal" | "pagesToCome">} Gate
 */

/** next-auth is given requests of Next's. */
const forNext = /^app\/api\/auth\//;

/**
 * The route files of programs' addresses. Others are for people, with the policy that middleware.ts gives pages, or
 * have the headers of the files beside them (the SDK).
 * @param {string} root
 * @returns {Promise<string[]>} from the root
 */
export async function routeFiles(root) {
  const addresses = await readAddresses(join(root, "app"));
  return addresses
    .filter(({ segments }) => isBelow(programAreas, segments))
    .flatMap(({ route }) => (route && !forNext.test(route) ? [route] : []));
}

/** Of the sources by whose hash its folder is called, as Next's build is. @param {string} root @param {string} sources */
const fileOf = (root, sources, name = "lane.mjs") => join(root, ".cache", "lane", sources, name);

/** What applies migrations, where it was bundled with the API. @param {string} root @param {string | undefined} sources */
export async function loadMigrator(root, sources) {
  const file = sources && fileOf(root, sources, "migrate.mjs");
  if (!file || !existsSync(file)) return undefined;
  return /** @type {Promise<typeof import("../../db/migrate")>} */ (import(pathToFileURL(file).href));
}

/**
 * @param {string} root
 * @param {string | undefined} sources the hash of those it is of
 * @returns {Promise<Lane | undefined>} undefined where there is no such bundle
 * @throws Error naming the file, when there is one that cannot be loaded
 */
export async function loadLane(root, sources) {
  const file = sources && fileOf(root, sources);
  if (!file || !existsSync(file)) return undefined;
  return import(pathToFileURL(file).href).catch((error) => {
    throw new Error(`${file} cannot be loaded (${error.message}); without it, the next start makes it anew.`);
  });
}

/** Makes the bundle unless it is there. @param {string} root @param {string} sources their hash */
export async function bundleLane(root, sources) {
  const outfile = fileOf(root, sources);
  if (existsSync(outfile)) return;
  // Not before the dependencies are installed.
  const { build } = await import("esbuild");
  // Put into its place whole: of one that was killed half-way nothing is taken for it.
  const migrator = fileOf(root, sources, "migrate.mjs");
  const made = (/** @type {string} */ file) => `${file}.${process.pid}`;
  /** @type {import("esbuild").BuildOptions} */
  const options = {
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    tsconfig: join(root, "tsconfig.json"),
    logLevel: "error",
  };
  await build({ ...options, entryPoints: [join(root, "db", "migrate.ts")], outfile: made(migrator) });
  renameSync(made(migrator), migrator);
  await build({
    ...options,
    stdin: { contents: entry(await routeFiles(root)), resolveDir: root, loader: "ts" },
    // Only the routes' own: answers are written without a Response of the platform's ever being made.
    inject: [join(root, "scripts", "server", "lane-response.mjs")],
    outfile: made(outfile),
  });
  renameSync(made(outfile), outfile);
}

/** @param {readonly string[]} files */
function entry(files) {
  return [
    ...files.map((file, i) => `import * as route${i} from ${JSON.stringify(`./${file}`)};`),
    `export const routes = { ${files.map((file, i) => `${JSON.stringify(file)}: route${i}`).join(", ")} };`,
    `export { boot } from "./lib/edge/jobs/boot";`,
    `export { problemResponse } from "./lib/edge/http/reply";`,
    `import { admitPage, awaitPace } from "./lib/edge/http/request-seat";`,
    `import { pageRefusal, pagesToCome } from "./lib/edge/http/plain-page";`,
    "export const gate = { admitPage, awaitPace, pageRefusal, pagesToCome };",
  ].join("\n");
}
