import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Failure, reason } from "./failure.mjs";

const key = () => randomBytes(32).toString("base64");

/** @type {Record<string, { make: () => string, valid: (value: string) => boolean }>} */
const fields = {
  ENCRYPTION_KEYS: { make: () => `k1:${key()}`, valid: (value) => /^[a-z0-9]+:[A-Za-z0-9+/]{43}=/i.test(value) },
  INDEX_KEY: { make: key, valid: (value) => Buffer.from(value, "base64").length === 32 },
  TOKEN_KEY: { make: key, valid: (value) => Buffer.from(value, "base64").length === 32 },
  databasePassword: { make: () => randomBytes(24).toString("hex"), valid: (value) => /^[0-9a-f]{48}$/.test(value) },
};

/**
 * The secrets of this data directory, made once. Losing them makes the stored data unreadable, so a file that is broken
 * or missing beside existing data is an error and never quietly replaced.
 * @param {string} dataDir
 * @returns {Record<string, string>}
 */
export function secretsOf(dataDir) {
  const file = join(dataDir, "secrets.json");
  if (existsSync(file)) return read(file);
  if (existsSync(join(dataDir, "pg"))) {
    throw new Failure(
      `${file} is missing, and the database in ${dataDir} cannot be read without it. Put it back, or remove ${dataDir} to begin anew.`,
    );
  }
  const made = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.make()]));
  write(file, made);
  return made;
}

/** @param {string} file */
function read(file) {
  let text;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new Failure(`Cannot read ${file}: ${reason(error)}.`);
  }
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    found = null;
  }
  const wrong = Object.entries(fields).find(
    ([name, { valid }]) => typeof found?.[name] !== "string" || !valid(found[name]),
  );
  if (!wrong) return found;
  const what = found === null || typeof found !== "object" ? "is not readable JSON" : `has no valid ${wrong[0]}`;
  throw new Failure(`${file} ${what}. Put it back from a copy, or remove its folder to begin anew.`);
}

/**
 * Complete or not there at all, whatever happens in between.
 * @param {string} file
 * @param {Record<string, string>} values
 */
function write(file, values) {
  const temporary = `${file}.${process.pid}`;
  rmSync(temporary, { force: true });
  const handle = openSync(temporary, "wx", 0o600);
  try {
    writeSync(handle, `${JSON.stringify(values, null, 2)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, file);
}
