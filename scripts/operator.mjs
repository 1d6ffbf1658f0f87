import "./node-version.mjs";
import { createWriteStream, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { loadBundled } from "./bundle.mjs";
import { codeOf, Failure, reason, report } from "./failure.mjs";
import { callersPath } from "./merchant-file.mjs";
import { forPeople, serviceSettings } from "./service-settings.mjs";

/**
 * `npm run operator -- COMMAND`: what only the service's staff may do, through the verbs that everybody uses, audited
 * in the name of the operator. It works on the database itself, with the keys of the service: whoever can run it, may.
 */
const intro = `npm run operator -- [--as EMAIL] [--yes] COMMAND ...

  --as EMAIL  the operator who acts; OPERATOR in the environment says the same
  --yes       does not ask, but for a password where a command takes one: without a terminal
              it is the first line of the standard input, the second factor's code the second

  Without DATABASE_URL it acts on the running instance of DATA_DIR (default .data).`;

/** @typedef {typeof import("../lib/edge/terminal/run-command.ts")} Console */

async function main() {
  const { optionNames, runCommand, usage } = /** @type {Console} */ (
    await loadBundled("lib/edge/terminal/run-command.ts")
  );
  const strings = ["as", ...optionNames()];
  const { values, positionals: words } = parsed(strings);
  if (values.help || words.length === 0) {
    process.stdout.write(`${intro}\n\n${usage().join("\n")}\n`);
    return;
  }
  Object.assign(process.env, serviceSettings());
  const options = Object.fromEntries(strings.map((name) => [name, text(name, values)]));
  options.as ??= process.env.OPERATOR;
  const print = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`);
  const confirm = (/** @type {string} */ question) => (values.yes ? Promise.resolve(true) : ask(question));
  const done = await runCommand({ words, options, print, confirm, askSecret, readJson, readBytes, writeFile });
  if (!done) process.exitCode = 1;
}

/** @param {readonly string[]} strings the options that take a word */
function parsed(strings) {
  const yesOrNo = /** @type {const} */ ({ type: "boolean" });
  const texts = strings.map((name) => [name, /** @type {const} */ ({ type: "string" })]);
  const options = { ...Object.fromEntries(texts), yes: yesOrNo, help: yesOrNo };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    return { values: /** @type {Record<string, string | boolean | undefined>} */ (values), positionals };
  } catch (error) {
    throw new Failure(`${reason(error)}\n\n${intro}`);
  }
}

/** @param {string} name @param {Record<string, unknown>} values */
function text(name, values) {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

/** @param {string} question */
async function ask(question) {
  if (!process.stdin.isTTY) throw new Failure("There is nobody to ask. Say --yes to have it done.");
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl-D closes it and leaves the question without an answer for ever.
  const closed = new Promise((resolve) => void lines.once("close", () => resolve("")));
  const answer = await Promise.race([lines.question(`${question} [y/N] `), closed]);
  lines.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** @type {AsyncIterator<string> | undefined} */
let piped;

/**
 * Never from the command line or the environment, which others on the machine can read.
 * @param {string} question
 */
async function askSecret(question) {
  if (!process.stdin.isTTY) {
    piped ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
    const { value, done } = await piped.next();
    if (!done) return value;
    throw new Failure(
      `${question.replace(/: $/, "")} is asked for, on the standard input or at a terminal. Nothing was done.`,
    );
  }
  process.stdout.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, written) => written() });
  const line = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const closed = new Promise((resolve) => void line.once("close", () => resolve("")));
  const typed = await Promise.race([line.question(""), closed]);
  line.close();
  process.stdout.write("\n");
  if (typed === "") throw new Failure("Nothing was typed, and nothing was done.");
  return typed;
}

/** @param {string} name @returns {unknown} */
const readJson = (name) => read(name, (bytes) => JSON.parse(bytes.toString("utf8")));

/** @param {string} name @returns {Uint8Array} */
const readBytes = (name) => read(name, (bytes) => bytes);

/** @template T @param {string} name @param {(bytes: Buffer) => T} as @returns {T} */
function read(name, as) {
  const file = callersPath(name);
  try {
    return as(readFileSync(file));
  } catch (error) {
    throw new Failure(`Cannot read ${file}: ${codeOf(error) === "ENOENT" ? "there is no such file" : reason(error)}.`);
  }
}

/** @param {string} name @param {AsyncIterable<Uint8Array>} content */
async function writeFile(name, content) {
  const file = callersPath(name);
  if (existsSync(file)) throw new Failure(`${file} is there already.`);
  const part = `${file}.${process.pid}`;
  try {
    await pipeline(content, createWriteStream(part, { flags: "wx", mode: 0o600 }));
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    if (codeOf(error)) throw new Failure(`Cannot write ${file}: ${reason(error)}.`);
    throw error;
  }
  return file;
}

main().then(
  // The pool of database connections would keep the process alive.
  () => process.exit(),
  (error) => {
    report(forPeople(error));
    process.exit(1);
  },
);
