import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { codeOf } from "#scripts/failure.mjs";

/**
 * Where Next's build of these sources is: of pages alone, made from a copy of the sources without the routes that the server
 * answers by itself (docs/decisions/036-light.md#start), or of everything, where Next answers all. Each in a folder of its own, so that
 * no build is written into one from which a process serves.
 * @param {string} root @param {string} sources their hash @param {boolean} [whole]
 */
export const buildIn = (root, sources, whole = false) => join(placeOf(root, whole), sources);

/** @param {string} root @param {boolean} whole */
const placeOf = (root, whole) => join(root, ".cache", whole ? "whole" : "pages");

/** What says that a build came to its end. @param {string} build its folder */
export const stampOf = (build) => join(build, ".next", "build-stamp");

/** @param {string} root @param {boolean} whole */
const choiceOf = (root, whole) => join(root, ".cache", whole ? "whole.json" : "pages.json");

/**
 * The hash of the sources whose build a server takes that is told nothing else: of the newest. Undefined where there is none,
 * or one made by hand.
 * @param {string} root @param {boolean} [whole]
 * @returns {string | undefined}
 */
export function builtSources(root, whole = false) {
  const choice = choiceOf(root, whole);
  if (!existsSync(choice)) return undefined;
  const { sources } = JSON.parse(readFileSync(choice, "utf8"));
  return existsSync(stampOf(buildIn(root, sources, whole))) ? sources : undefined;
}

/** Has servers take this build from now on. @param {string} root @param {string} sources @param {boolean} whole */
export function chooseBuild(root, sources, whole) {
  if (builtSources(root, whole) === sources) return;
  const file = choiceOf(root, whole);
  writeWhole(file, JSON.stringify({ sources }));
}

/** @param {string} root */
const servingIn = (root) => join(root, ".cache", "serving");

/** Of builds that came to their end, so many stay whoever serves from them: not everybody can say that he does. */
const keptBuilds = 3;
/** So long a process counts as living that cannot be asked from here, in milliseconds. */
const believed = 30 * 24 * 60 * 60_000;

/**
 * @typedef {import("../processes.mjs").Recorded & { space: string }} Holder who serves, and where its process id is one
 */

/**
 * Says that this process serves from the build of these sources, until it ends. Answers what keeps it from saying so, for
 * whoever builds in this folder: a folder that is read-only is built in by nobody.
 * @param {string} root @param {string} sources @param {Holder} own
 * @returns {string | undefined}
 */
export function holdBuild(root, sources, own) {
  const file = join(servingIn(root), `${own.pid}-${randomUUID()}.json`);
  try {
    writeWhole(file, JSON.stringify({ ...own, sources }));
    process.once("exit", () => rmSync(file, { force: true }));
  } catch (error) {
    if (codeOf(error) === "EROFS") return undefined;
    return `${servingIn(root)} cannot be written to (${codeOf(error)}): the build that this process serves from goes when ${keptBuilds} others have been made in this folder.`;
  }
}

/**
 * Removes what was built of other sources, but for the newest builds and for what a living process serves from.
 * @param {string} root @param {string} sources those of the newest build
 * @param {{ space: string, lives: (process: import("../processes.mjs").Recorded) => boolean }} here
 */
export function removeOtherBuilds(root, sources, here) {
  const places = [placeOf(root, false), placeOf(root, true)];
  const held = new Set([sources, builtSources(root), builtSources(root, true), ...places.flatMap(newest)]);
  for (const name of list(servingIn(root))) {
    const file = join(servingIn(root), name);
    try {
      const holder = JSON.parse(readFileSync(file, "utf8"));
      const young = Date.now() - statSync(file).mtimeMs < believed;
      if (holder.space === here.space ? here.lives(holder) : young) held.add(holder.sources);
      else rmSync(file, { force: true });
    } catch {}
  }
  for (const place of [...places, join(root, ".cache", "lane")]) {
    for (const name of list(place)) {
      if (!held.has(name)) rmSync(join(place, name), { recursive: true, force: true, maxRetries: 3 });
    }
  }
}

/** @param {string} place @returns {string[]} the hashes of their sources */
function newest(place) {
  const madeAt = (/** @type {string} */ name) =>
    statSync(stampOf(join(place, name)), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return list(place)
    .filter((name) => madeAt(name) > 0)
    .sort((a, b) => madeAt(b) - madeAt(a))
    .slice(0, keptBuilds);
}

/** @param {string} folder */
const list = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

/** @param {string} file @param {string} text */
function writeWhole(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}
