import { builtinModules } from "node:module";

/**
 * Finds layer rules that guard nothing: a pattern, or one of the alternatives in it, that matches no module is left over
 * from something that was renamed.
 *
 * @typedef {{ path?: string | string[], pathNot?: string | string[] }} Side
 * @typedef {{ name: string, from: Side, to: Side }} Rule
 * @typedef {{ dependencies?: object, devDependencies?: object }} Manifest
 */

/**
 * What rules can speak of: the project's code, its packages and the modules of Node.js.
 * @param {readonly string[]} files
 * @param {Manifest} manifest
 */
export function modulesOf(files, { dependencies = {}, devDependencies = {} }) {
  return [
    ...files.filter((file) => /\.(?:tsx?|mjs|js)$/.test(file)),
    ...Object.keys({ ...dependencies, ...devDependencies }).map((name) => `node_modules/${name}/package.json`),
    ...builtinModules,
  ];
}

/**
 * @param {readonly Rule[]} rules
 * @param {readonly string[]} modules
 * @returns {string[]} a line for each pattern that is idle and each rule that applies to nothing
 */
export function idleRules(rules, modules) {
  const matches = (/** @type {string} */ pattern) => modules.some((path) => new RegExp(pattern).test(path));
  /** @type {Map<string, string>} */
  const idle = new Map();
  for (const { name, from, to } of rules) {
    for (const pattern of [from.path, from.pathNot, to.path, to.pathNot].flat())
      for (const one of variantsOf((pattern ?? "").replaceAll("$1", "[^/]+")))
        if (!matches(one)) idle.set(one, `The layer rule "${name}" speaks of ${one}, which matches nothing.`);
    if (!modules.some((path) => isAt(from, path))) idle.set(name, `The layer rule "${name}" applies to nothing.`);
  }
  return [...idle.values()];
}

/** Whether a module is on this side of a rule. @param {Side} side @param {string} module */
function isAt({ path = "", pathNot = [] }, module) {
  const any = (/** @type {string | string[]} */ patterns) =>
    [patterns].flat().some((one) => new RegExp(one).test(module));
  return any(path) && !any(pathNot);
}

/** A pattern once for each of its alternatives: `^lib/(a|b)/|^db/` is three. @param {string} pattern @returns {string[]} */
function variantsOf(pattern) {
  // A bar outside all brackets: as many close after it as open.
  const parts = pattern.split(/\|(?=(?:[^()]*\([^()]*\))*[^()]*$)/);
  if (parts.length > 1) return parts.flatMap(variantsOf);
  const groups = [...pattern.matchAll(/\(([^()|]*\|[^()]*)\)/g)];
  if (groups.length === 0) return [pattern];
  return groups.flatMap(([group, inside = ""]) => inside.split("|").map((one) => pattern.replace(group, `(?:${one})`)));
}
