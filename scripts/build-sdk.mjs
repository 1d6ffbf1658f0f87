import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { report } from "./failure.mjs";
import { root } from "./install.mjs";
import { integrityOf, journeyOrigin, sdkVersions } from "./sdk-bundle.mjs";

/**
 * Writes the SDK to public/sdk: under its version, for pages that pin it by integrity, under the alias of its major
 * version, and a manifest that says what there is.
 */
const output = join(root, "public", "sdk");

/**
 * Servers may be reading: a file is either the old one or the new one, and one that stays the same is not touched.
 * @param {string} name
 * @param {string} text
 */
function write(name, text) {
  const path = join(output, name);
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

/** @param {string} version */
const aliasOf = (version) => `v${version.split(".")[0]}`;

try {
  const versions = await sdkVersions(journeyOrigin(process.env));
  // The newest of a major version takes over its alias.
  const folders = new Map(
    versions.flatMap(({ version, files }) => [version, aliasOf(version)].map((as) => [as, files])),
  );
  for (const [folder, files] of folders) {
    for (const [name, text] of Object.entries(files)) write(`${folder}/${name}`, text);
  }
  /** @type {Record<string, Record<string, string>>} */
  const manifest = {};
  for (const { version, files } of versions) {
    manifest[version] = {
      file: `${version}/embed.js`,
      integrity: integrityOf(files["embed.js"]),
      module: `${version}/embed.mjs`,
      moduleIntegrity: integrityOf(files["embed.mjs"]),
    };
  }
  write("manifest.json", `${JSON.stringify(manifest, null, 2)}\n`);
} catch (error) {
  report(error);
  process.exitCode = 1;
}
