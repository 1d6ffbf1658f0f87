import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./install.mjs";

/**
 * A module of the service for a command to use: TypeScript, which Node.js does not read everywhere, bundled into
 * `.cache` with its packages left out.
 * @param {string} entry from the root
 * @returns {Promise<unknown>}
 */
export async function loadBundled(entry) {
  const { build } = await import("esbuild");
  // Of this process alone: another command may be writing its own.
  const outfile = join(root, ".cache", "commands", `${entry.replace(/\W/g, "-")}-${process.pid}.mjs`);
  await build({
    entryPoints: [join(root, entry)],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    tsconfig: join(root, "tsconfig.json"),
    logLevel: "error",
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile, { force: true });
  }
}
