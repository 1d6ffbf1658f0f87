import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isBelow, programAreas } from "./areas.mjs";
import { readAddresses } from "./route-table.mjs";

/**
 * The API's route files and the start of the application as one bundle beside Next's own, for `fast-lane.mjs`.
 * @typedef {(request: Request, context: { params: Promise<Params> }) => Promise<Response>} Handler
 * @typedef {Record<string, string | string[]>} Params
 * @typedef {{ routes: Record<string, Record<string, Handler | undefined>>, boot: () => Promise<void>,
 *   problemResponse: (error: unknown, request: Request) => Response, gate: Gate }} Lane `routes` by their files
 * @typedef {Pick<typeof import("../../lib/edge/http/request-seat"), "admitPage" | "awaitPace"> &
 *   Pick<typeof import("../../lib/edge/http/plain-page"), "pageRefusal">} Gate
 */

/** next-auth is given requests of Next's. */
const forNext = /^app\/api\/auth\//;

/**
 * The route files of programs' addresses. Others are for people, with the policy that middleware.ts gives pages, or
 * have the headers of the files beside them (the SDK).
 * @param {string} root
 */
async function routeFiles(root) {
  const addresses = await readAddresses(join(root, "app"));
  return addresses
    .filter(({ segments }) => isBelow(programAreas, segments))
    .flatMap(({ route }) => (route && !forNext.test(route) ? [route] : []));
}

/** In the folder of the very build of Next that it goes with: beside any other it is not found. @param {string} root */
function fileOf(root) {
  const build = join(root, ".next", "BUILD_ID");
  return existsSync(build) ? join(root, ".next", "lane", readFileSync(build, "utf8"), "lane.mjs") : undefined;
}

/** Whether the build has its bundle. @param {string} root */
export function hasLane(root) {
  const file = fileOf(root);
  return file !== undefined && existsSync(file);
}

/**
 * @param {string} root
 * @returns {Promise<Lane | undefined>} undefined where the build has no bundle
 * @throws Error naming the file, when there is one that cannot be loaded
 */
export async function loadLane(root) {
  const file = fileOf(root);
  if (!file || !existsSync(file)) return undefined;
  return import(pathToFileURL(file).href).catch((error) => {
    throw new Error(`${file} cannot be loaded (${error.message}); without it, the next start makes it anew.`);
  });
}

/** Makes the bundle of the build that is there. @param {string} root */
export async function bundleLane(root) {
  // Not before the dependencies are installed.
  const { build } = await import("esbuild");
  const outfile = fileOf(root);
  if (!outfile) throw new Error("There is no build of Next to put the bundle of routes beside.");
  rmSync(join(root, ".next", "lane"), { recursive: true, force: true });
  await build({
    stdin: { contents: entry(await routeFiles(root)), resolveDir: root, loader: "ts" },
    // Only the routes' own: answers are written without a Response of the platform's ever being made.
    inject: [join(root, "scripts", "server", "lane-response.mjs")],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    tsconfig: join(root, "tsconfig.json"),
    logLevel: "error",
  });
}

/** @param {readonly string[]} files */
function entry(files) {
  return [
    ...files.map((file, i) => `import * as route${i} from ${JSON.stringify(`./${file}`)};`),
    `export const routes = { ${files.map((file, i) => `${JSON.stringify(file)}: route${i}`).join(", ")} };`,
    `export { boot } from "./lib/edge/jobs/boot";`,
    `export { problemResponse } from "./lib/edge/http/reply";`,
    `import { admitPage, awaitPace } from "./lib/edge/http/request-seat";`,
    `import { pageRefusal } from "./lib/edge/http/plain-page";`,
    "export const gate = { admitPage, awaitPace, pageRefusal };",
  ].join("\n");
}
