import "./node-version.mjs";
import { parseArgs } from "node:util";
import { loadBundled } from "./bundle.mjs";
import { Failure, reason, report } from "./failure.mjs";
import { forPeople, serviceSettings } from "./service-settings.mjs";

/** `npm run keys:rotate`: what the keys of the service have encrypted goes under the first key of the ring. */
const usage = `npm run keys:rotate -- [--check]

  Encrypts everything anew that is not under the first key of ENCRYPTION_KEYS, while the service runs.

  --check  changes nothing, and says how many values are under which key

  Without DATABASE_URL it works on the running instance of DATA_DIR (default .data).`;

/** @typedef {typeof import("../lib/platform/keys/rotate-keys.ts")} Keys */

const flags = { check: /** @type {const} */ ({ type: "boolean" }), help: /** @type {const} */ ({ type: "boolean" }) };

async function main() {
  const { check, help } = parsed();
  const print = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`);
  if (help) return print(usage);
  Object.assign(process.env, serviceSettings());
  const { checkRotation, rotateKeys } = /** @type {Keys} */ (await loadBundled("lib/platform/keys/rotate-keys.ts"));
  const done = await (check ? checkRotation({ print }) : rotateKeys({ print }));
  if (!done) process.exitCode = 1;
}

function parsed() {
  try {
    return parseArgs({ options: flags }).values;
  } catch (error) {
    throw new Failure(`${reason(error)}\n\n${usage}`);
  }
}

main().then(
  // The pool of database connections would keep the process alive.
  () => process.exit(),
  (error) => {
    report(forPeople(error));
    process.exit(1);
  },
);
