import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { codeOf, Failure, reason } from "./failure.mjs";
import { root } from "./install.mjs";
import { addressOf, refuseFile } from "./instance.mjs";
import { postgresAddress } from "./postgres.mjs";
import { secretsOf } from "./secrets.mjs";

/**
 * The settings of a command that works on the service's database: what the service itself was given, or what `npm start`
 * makes for its data directory.
 */
export function serviceSettings() {
  if (process.env.DATABASE_URL || process.env.APP_ENV === "production") return { LOG_LEVEL: "warn" };
  const dataDir = resolve(root, process.env.DATA_DIR || ".data");
  refuseFile(dataDir);
  const nothingRuns = `No service is running on ${dataDir}. Start it, or set DATABASE_URL or DATA_DIR.`;
  // Asked first, because `secretsOf` would make them, in whatever folder was mistyped.
  if (!existsSync(join(dataDir, "secrets.json"))) throw new Failure(nothingRuns);
  const { databasePassword = "", ...secrets } = secretsOf(dataDir);
  const DATABASE_URL = postgresAddress(dataDir, databasePassword);
  if (!DATABASE_URL) throw new Failure(nothingRuns);
  // As at a start, a secret of the environment counts before the one of the file.
  const unset = Object.entries(secrets).filter(([name]) => !process.env[name]);
  // What is written to merchants leads to the instance that they use.
  const BASE_URL = process.env.BASE_URL || addressOf(dataDir);
  const ours = {
    ...(BASE_URL ? { BASE_URL } : {}),
    DATABASE_URL,
    EMBEDDED_DATABASE: "1",
    DATA_DIR: dataDir,
    LOG_LEVEL: "warn",
  };
  return { ...Object.fromEntries(unset), ...ours };
}

/** Errors of these names say what the person at the terminal can mend. */
const ofPeople = ["CodedError", "DatabaseFailure", "SettingsError", "UsageError", "WrongKeys"];
const unreachable = ["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "ETIMEDOUT", "CONNECT_TIMEOUT"];

/** @typedef {{ field: string, error: string }} FieldError */

/** An error as the person at the terminal is shown it. @param {unknown} error */
export function forPeople(error) {
  const { name, message, fields = [] } = /** @type {Error & { fields?: FieldError[] }} */ (error);
  if (ofPeople.includes(name)) {
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
