import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Where Next's build is: of pages alone, made from a copy of the sources without the routes that the server answers by itself
 * (docs/decisions/036-light.md#start), or of everything, where Next answers all.
 * @param {string} root @param {boolean} [whole]
 */
export const buildIn = (root, whole = false) => (whole ? root : join(root, ".cache", "pages"));

/** @param {string} build its folder */
export const stampOf = (build) => join(build, ".next", "build-stamp");

/** The hash of the sources that a build was made from; undefined where there is none, or one made by hand. @param {string} build its folder */
export function builtSources(build) {
  const stamp = stampOf(build);
  return existsSync(stamp) ? readFileSync(stamp, "utf8") : undefined;
}
