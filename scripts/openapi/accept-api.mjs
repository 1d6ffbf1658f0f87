import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * Takes the API as it is now for the published one: writes the list of its routes and the names that clients are made of,
 * which a reviewer then sees changed (`npm run api:accept`).
 */
const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "app", "openapi.json");

/**
 * Served, but no part of the contract: what pages fetch for themselves, the catch-all, the protocols of Inngest and of the
 * sign-in, the document itself, and the files of the SDK.
 */
const outside =
  /^\/(\(dashboard\)|account|ops|sdk|api\/auth|api\/inngest|openapi\.json|api\/\[\.\.\.path\]|\.well-known\/security\.txt)(\/|$)/;

/** The addresses of the contract that have a route file, as the document writes them, in alphabetical order. */
export function contractPaths() {
  const app = join(root, "app");
  return readdirSync(app, { withFileTypes: true, recursive: true })
    .filter(({ name }) => name === "route.ts")
    .map(({ parentPath }) => `/${relative(app, parentPath)}`)
    .filter((at) => !outside.test(at))
    .map((at) => at.replaceAll("[", "{").replaceAll("]", "}"))
    .sort();
}

function writeRoutes() {
  const file = join(folder, "routes.ts");
  const paths = contractPaths().map((path) => [path, path.replaceAll("{", "[").replaceAll("}", "]")]);
  const lines = [
    "// The route files of the contract, by their addresses. Written by `npm run api:accept`.",
    ...paths.map(([path, at]) => `export * as ${JSON.stringify(path)} from ${JSON.stringify(`@/app${at}/route`)};`),
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  tidy(file);
}

async function writeNames() {
  const { build } = await import("esbuild");
  const outfile = join(root, ".cache", "accept-api.mjs");
  mkdirSync(dirname(outfile), { recursive: true });
  await build({
    stdin: {
      contents: `
        import { openApiDocument } from "./lib/edge/openapi/document";
        import { webhooks } from "./app/openapi.json/events";
        import { operations } from "./app/openapi.json/operations";
        import { tags } from "./app/openapi.json/tags";
        const info = { title: "", version: "", server: "http://localhost", supportEmail: "" };
        export const document = openApiDocument(info, { operations, webhooks, tags, examples: {} });`,
      ...{ resolveDir: root, loader: "ts" },
    },
    ...{ outfile, bundle: true, packages: "external", platform: "node", format: "esm", target: "node20" },
    ...{ tsconfig: join(root, "tsconfig.json"), logLevel: "error" },
  });
  const { document } = await import(pathToFileURL(outfile).href);
  rmSync(outfile);
  const file = join(folder, "published.json");
  writeFileSync(file, JSON.stringify(namesIn(document)));
  tidy(file);
}

/**
 * @param {{ paths: object, webhooks: object, components: { schemas: object } }} document
 * @returns {{ operations: string[], schemas: string[] }}
 */
export function namesIn({ paths, webhooks, components }) {
  const all = [...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) => Object.values(methods));
  return {
    operations: all.map(({ operationId }) => operationId).sort(),
    schemas: Object.keys(components.schemas).sort(),
  };
}

/** @param {string} file */
function tidy(file) {
  execFileSync("npx", ["biome", "check", "--write", file], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeRoutes();
  await writeNames();
}
