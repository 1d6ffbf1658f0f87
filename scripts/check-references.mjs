import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./install.mjs";
import { idleRules, modulesOf } from "./layer-rules.mjs";
import { missingFrom, projectOf } from "./references.mjs";

/**
 * Fails when a document, a comment or a configuration names a file or a section that is not there, and when a layer rule
 * guards nothing.
 */
const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
const files = listed.split("\n").filter((file) => file && existsSync(join(root, file)));
const textOf = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");

const project = projectOf(files, textOf);
const told = files.filter(
  (path) => /\.(?:tsx?|mjs|js|css|md|yml)$|^[\w.]+\.json$/.test(path) && path !== "package-lock.json",
);
const missing = told.flatMap((path) =>
  missingFrom({ path, text: textOf(path) }, project).map((name) => ({ path, name, place: placeOf(name) })),
);

/** What is made by a build or a run is no file of the project, but may be named. */
const made = new Set(
  spawnSync("git", ["check-ignore", "--stdin"], {
    cwd: root,
    encoding: "utf8",
    input: missing.flatMap(({ place }) => (place ? [place, `${place}/`] : [])).join("\n"),
  })
    .stdout.split("\n")
    .map((place) => place.replace(/\/$/, "")),
);

/** Where a name, or the fixed beginning of a glob, is looked for. @param {string} name */
function placeOf(name) {
  return name.replace(/^(?:\*\*\/|\.\/)/, "").replace(/\/?(?:\*.*)?$/, "");
}

const { default: layers } = await import(pathToFileURL(join(root, ".dependency-cruiser.mjs")).href);
const complaints = [
  ...missing
    .filter(({ place }) => !made.has(place))
    .map(({ path, name }) => `${path} names ${name}, which is not there.`),
  ...idleRules(layers.forbidden, modulesOf(files, JSON.parse(textOf("package.json")))),
];
for (const complaint of complaints) process.stdout.write(`${complaint}\n`);
process.stdout.write(
  `${told.length} files and ${layers.forbidden.length} layer rules checked, ${complaints.length} problems.\n`,
);
process.exitCode = complaints.length > 0 ? 1 : 0;
