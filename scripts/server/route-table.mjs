import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The addresses under `app/`, from its files: Next answers a method that an address does not have without saying which it
 * has, and pages to any method at all.
 * @typedef {{ segments: readonly string[], methods: readonly string[], page: string | null,
 *   route: string | null }} Address `page`, `route`: which of them answers, as Next names a page, and by its file
 */

const exported = /\bexport (?:const|async function|function) ([A-Z]+)\b/g;
const renamed = /\bas ([A-Z]+)\b/g;

/** @param {string} app the folder of routes and pages @returns {Address[]} */
export function readAddresses(app) {
  return readdirSync(app, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === "route.ts" || entry.name === "page.tsx")
    .map(({ name, parentPath }) => {
      const folder = parentPath.slice(app.length + 1);
      const segments = folder.split("/").filter((segment) => segment !== "" && !segment.startsWith("("));
      if (name === "page.tsx")
        return { segments, methods: ["GET", "HEAD", "POST"], page: join("app", folder, "page"), route: null };
      const methods = methodsIn(readFileSync(join(parentPath, name), "utf8"));
      return { segments, methods, page: null, route: join("app", folder, name) };
    })
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
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

/** @param {string} source */
function methodsIn(source) {
  const lists = [...source.matchAll(/\bexport \{([^}]*)\}/g)].flatMap(([, list = ""]) => [...list.matchAll(renamed)]);
  const methods = [...source.matchAll(exported), ...lists].map(([, method = ""]) => method);
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])].sort();
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
