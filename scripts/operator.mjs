import "./node-version.mjs";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { loadBundled } from "./bundle.mjs";
import { codeOf, Failure, reason, report } from "./failure.mjs";
import { root } from "./install.mjs";
import { callersPath } from "./merchant-file.mjs";
import { postgresAddress } from "./postgres.mjs";
import { secretsOf } from "./secrets.mjs";

/**
 * `npm run operator -- ACT`: what only the service's staff may do, through the verbs that everybody uses, audited in the
 * name of the operator. It works on the database itself, with the keys of the service: whoever can run it, may.
 */
const intro = `npm run operator -- [--as EMAIL] [--yes] ACT ...

  --as EMAIL  the operator who acts; OPERATOR in the environment says the same
  --yes       does not ask

  Without DATABASE_URL it acts on the running instance of DATA_DIR (default .data).`;

/** @typedef {typeof import("../lib/operators/run-act.ts")} Console */

const strings = ["as", "reason", "note", "step", "item", "code", "message"];
const flags = {
  ...Object.fromEntries(strings.map((name) => [name, /** @type {const} */ ({ type: "string" })])),
  yes: /** @type {const} */ ({ type: "boolean" }),
  help: /** @type {const} */ ({ type: "boolean" }),
};

async function main() {
  const { values, positionals: words } = parsed();
  const { runAct, usage } = /** @type {Console} */ (await loadBundled("lib/operators/run-act.ts"));
  if (values.help || words.length === 0) {
    process.stdout.write(`${intro}\n\n${usage().join("\n")}\n`);
    return;
  }
  Object.assign(process.env, settings());
  const options = Object.fromEntries(strings.map((name) => [name, text(name, values)]));
  options.as ??= process.env.OPERATOR;
  const print = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`);
  const confirm = (/** @type {string} */ question) => (values.yes ? Promise.resolve(true) : ask(question));
  const done = await runAct({ words, options, print, confirm, readJson });
  if (!done) process.exitCode = 1;
}

function parsed() {
  try {
    return parseArgs({ options: flags, allowPositionals: true });
  } catch (error) {
    throw new Failure(`${reason(error)}\n\n${intro}`);
  }
}

/** @param {string} name @param {Record<string, unknown>} values */
function text(name, values) {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

/** What the service itself was given, or what `npm start` makes for its data directory. */
function settings() {
  if (process.env.DATABASE_URL || process.env.APP_ENV === "production") return { LOG_LEVEL: "warn" };
  const dataDir = resolve(root, process.env.DATA_DIR || ".data");
  const nothingRuns = `No service is running on ${dataDir}. Start it, or set DATABASE_URL or DATA_DIR.`;
  // Asked first, because `secretsOf` would make them, in whatever folder was mistyped.
  if (!existsSync(join(dataDir, "secrets.json"))) throw new Failure(nothingRuns);
  const { databasePassword = "", ...secrets } = secretsOf(dataDir);
  const DATABASE_URL = postgresAddress(dataDir, databasePassword);
  if (!DATABASE_URL) throw new Failure(nothingRuns);
  return { ...secrets, DATABASE_URL, EMBEDDED_DATABASE: "1", DATA_DIR: dataDir, LOG_LEVEL: "warn" };
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

/** @param {string} name @returns {unknown} */
function readJson(name) {
  const file = callersPath(name);
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Failure(`Cannot read ${file}: ${codeOf(error) === "ENOENT" ? "there is no such file" : reason(error)}.`);
  }
}

/** Errors of these names say what the person at the terminal can mend. */
const forPeople = ["CodedError", "Misuse", "SettingsError"];
const unreachable = ["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "ETIMEDOUT", "CONNECT_TIMEOUT"];

/** @typedef {{ field: string, error: string }} FieldError */

/** @param {unknown} error */
function plain(error) {
  const { name, message, fields = [] } = /** @type {Error & { fields?: FieldError[] }} */ (error);
  if (forPeople.includes(name)) {
    return new Failure([message, ...fields.map(({ field, error: wrong }) => `${field}: ${wrong}`)].join("\n"));
  }
  const { cause } = /** @type {Error} */ (error);
  if (unreachable.includes(codeOf(cause ?? error))) {
    return new Failure(`The database cannot be reached: ${reason(cause ?? error)}.`);
  }
  // The parameters of a failed query have people's names and addresses in them.
  if (error instanceof Error) error.stack = error.stack?.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, "");
  return error;
}

main().then(
  // The pool of database connections would keep the process alive.
  () => process.exit(),
  (error) => {
    report(plain(error));
    process.exit(1);
  },
);
