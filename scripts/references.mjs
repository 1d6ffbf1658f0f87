import { posix } from "node:path";

/**
 * Finds the files, folders and sections that texts name and the project does not have, so that no text outlives what it
 * tells of.
 *
 * @typedef {{ path: string, text: string }} Source
 * @typedef {{ exists: (path: string) => boolean, headings: (path: string) => string[] | undefined }} Project
 */

const withEnding = /\.(?:tsx?|mjs|js|json|md|css|sql|svg|yml)$/;
const bareName = /^[\w[\].-]+\.(?:tsx?|mjs|md)$/;
const configuration = /^(?:biome|knip|package|tsconfig)\.json$|^[\w.-]+\.config\.(?:mjs|ts)$/;

/**
 * @param {readonly string[]} files all of the project
 * @param {(path: string) => string} textOf
 * @returns {Project}
 */
export function projectOf(files, textOf) {
  const known = new Set(files.flatMap((file) => [file, ...foldersOf(file)]));
  const list = files.join("\n");
  /** @type {Map<string, boolean>} */
  const found = new Map();

  function exists(/** @type {string} */ path) {
    const plain = path.replace(/\/$/, "");
    if (known.has(plain)) return true;
    if (/[*<{…]/.test(plain)) return alternatives(plain).every((one) => globOf(one).test(list));
    // `lib/kernel/money` for the module, `docs/decisions/013` for the decision of that number; and a path may begin further down.
    const rest = /\/\d{3}$/.test(plain) ? "-" : "(?:\\.\\w+)?$";
    return new RegExp(`^(?:.*/)?${escaped(plain)}${rest}`, "m").test(list);
  }
  return {
    exists(path) {
      if (!found.has(path)) found.set(path, exists(path));
      return found.get(path) === true;
    },
    headings: (path) => (files.includes(path) ? headingsIn(textOf(path)) : undefined),
  };
}

/** What a file names and the project does not have. @param {Source} source @param {Project} project */
export function missingFrom(source, project) {
  const files = configuration.test(source.path) ? pathsIn(source.text) : namesIn(source);
  const there = (/** @type {string} */ name) => {
    const path = name.replace(/^@\//, "");
    const target = posix.join(posix.dirname(source.path), path);
    if (/^\.{1,2}\//.test(path)) return target.startsWith("..") || project.exists(target);
    return project.exists(path) || project.exists(target);
  };
  return [...new Set([...files.filter((name) => !there(name)), ...missingSections(source, project)])];
}

/** The strings of a configuration that are paths or globs. @param {string} text */
function pathsIn(text) {
  const strings = [...text.matchAll(/"([^"\n]*)"/g)].flatMap(([, string = ""]) => string.split(" "));
  return strings
    .map((string) => string.replace(/^!/, ""))
    .filter((string) => isPath(string) || (string.includes("*") && !/^[/#]/.test(string)));
}

/** The words of a file's prose that are names of files. @param {Source} source */
function namesIn(source) {
  const prose = proseOf(source);
  // Files that the reader is to make.
  const made = [...prose.matchAll(/\bnew(?:,| [a-z]+)? `([^`]+)`/gi)].map(([, name = ""]) => name);
  const words = prose
    .replaceAll("](", " ")
    .split(/[\s`"'|“”]+/)
    .map(bare)
    .filter((word) => !made.some((name) => word === name || word.endsWith(`/${name}`)));
  return words.filter((word) => isPath(word) || bareName.test(word));
}

const topFolder = /^(?:@\/)?(?:app|bench|components|db|docs|e2e|lib|public|scripts|sdk|test)\//;
/** Addresses, options and what begins with a variable are no paths of the project. @param {string} word */
const isPath = (word) =>
  word.includes("/") && (topFolder.test(word) || withEnding.test(word)) && !/:\/\/|^[/~$\-…]|[$=?&]/.test(word);

/** What a file says to its readers: the comments of code; documents without their examples, but with the commands. */
function proseOf(/** @type {Source} */ { path, text }) {
  if (path.endsWith(".yml")) return text;
  if (!path.endsWith(".md")) return commentsIn(text).join("\n");
  const commands = (/** @type {string} */ example) => (example.match(/^\s*(?:npm|npx|node) .*$/gm) ?? []).join("\n");
  return text.replace(/^```\w+\n[\s\S]*?^```/gm, commands).replace(/^(?:\t| {4,})(?![-*] |\d+\. ).*$/gm, commands);
}

/** Comments, each as one line. Strings are stepped over: an address in one is no comment. @param {string} text */
function commentsIn(text) {
  const pieces =
    /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n\s*\/\/[^\n]*)*/g;
  return (text.match(pieces) ?? []).filter((piece) => piece.startsWith("/")).map(inOneLine);
}

const inOneLine = (/** @type {string} */ text) => text.replace(/\n\s*(?:\*\/?|\/\/)?[ \t]*/g, " ");

/** Sections that are cited and not there: `docs/servicing.md#late-fees`, or "docs/servicing.md, Late fees". */
function missingSections(/** @type {Source} */ { path, text }, /** @type {Project} */ project) {
  const isDocument = path.endsWith(".md");
  const prose = isDocument ? text : inOneLine(text);
  const headingsOf = (/** @type {string} */ name) =>
    project.headings(posix.join(posix.dirname(path), name)) ?? project.headings(name);
  const missing = [];
  for (const [cited, name = "", anchor] of prose.matchAll(/([\w./-]+\.md)#([\w-]+)/g))
    if (headingsOf(name)?.every((heading) => slugOf(heading) !== anchor)) missing.push(cited);
  for (const [cited, name = "", title = ""] of prose.matchAll(/([\w./-]+\.md)`?, ["“]?([A-Z][\w’' -]+)/g))
    if (headingsOf(name)?.every((heading) => !title.startsWith(heading))) missing.push(cited);
  if (isDocument)
    for (const [, anchor = ""] of text.matchAll(/\]\(#([\w-]+)\)/g))
      if (headingsIn(text).every((heading) => slugOf(heading) !== anchor)) missing.push(`#${anchor}`);
  return missing;
}

const headingsIn = (/** @type {string} */ text) =>
  [...text.matchAll(/^#+ (.+?)\s*$/gm)].map(([, heading = ""]) => heading.replaceAll("`", ""));

/** The anchor that renderers of Markdown make of a heading. @param {string} heading */
function slugOf(heading) {
  const letters = heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "");
  return letters.replaceAll(" ", "-");
}

/** A word without what only surrounds it. Brackets that are part of a path stay. @param {string} word @returns {string} */
function bare(word) {
  const count = (/** @type {string} */ letter) => word.split(letter).length - 1;
  for (const [open = "", close = ""] of ["()", "[]", "{}"]) {
    if (word.startsWith(open) && count(open) > count(close)) return bare(word.slice(1));
    if (word.endsWith(close) && count(close) > count(open)) return bare(word.slice(0, -1));
    if (word.startsWith(open) && word.indexOf(close) === word.length - 1) return bare(word.slice(1, -1));
  }
  return /[.,;:!?’]$/.test(word) ? bare(word.slice(0, -1)) : word.replace(/#.*$|:\d+$/, "");
}

const foldersOf = (/** @type {string} */ file) => {
  const parts = file.split("/").slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join("/"));
};

const escaped = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** `{a,b}` written out. @param {string} glob @returns {string[]} */
function alternatives(glob) {
  const [whole, inside] = /\{([^{}]*)\}/.exec(glob) ?? [];
  if (whole === undefined || inside === undefined) return [glob];
  return inside.split(",").flatMap((one) => alternatives(glob.replace(whole, one)));
}

/** @param {string} glob */
function globOf(glob) {
  const pieces = glob.split(/(\*\*\/|\*\*|\*|<[^>]*>|…)/).map((piece, i) => {
    if (i % 2 === 0) return escaped(piece);
    if (piece === "**/") return "(?:.*/)?";
    return piece === "**" || piece === "…" ? ".*" : "[^/\n]*";
  });
  return new RegExp(`^${pieces.join("")}(?:/|$)`, "m");
}
