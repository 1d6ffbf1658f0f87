import "./node-version.mjs";
import { parseArgs } from "node:util";
import { loadBundled } from "./bundle.mjs";
import { Failure, reason, report } from "./failure.mjs";
import { forPeople, serviceSettings } from "./service-settings.mjs";

/** `npm run keys:rotate`: what the keys of the service have encrypted goes under the first key of the ring. */
const usage = `npm run keys:rotate -- [--index] [--check]

  Encrypts everything anew that is not under the first key of ENCRYPTION_KEYS, while the service runs.

  --index  brings the digests under the newest key of INDEX_KEY instead, while no process of the service runs
  --check  changes nothing, and says how many values are under which key

  Without DATABASE_URL it works on the running instance of DATA_DIR (default .data).`;

/** @typedef {typeof import("../lib/platform/keys/rotate-keys.ts")} Keys */
/** @typedef {typeof import("../lib/platform/keys/rotate-index.ts")} Index */

const flag = /** @type {const} */ ({ type: "boolean" });
const flags = { index: flag, check: flag, help: flag };

async function main() {
  const { index, check, help } = parsed();
  const print = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`);
  if (help) return print(usage);
  Object.assign(process.env, serviceSettings());
  if (index) return rotateIndex({ check, print });
  const { checkRotation, rotateKeys } = /** @type {Keys} */ (await loadBundled("lib/platform/keys/rotate-keys.ts"));
  const done = await (check ? checkRotation({ print }) : rotateKeys({ print }));
  if (!done) process.exitCode = 1;
}

/** @param {{ check?: boolean | undefined, print: (line: string) => void }} call */
async function rotateIndex({ check, print }) {
  // The database of an instance without DATABASE_URL ends with its service.
  if (process.env.EMBEDDED_DATABASE) throw new Failure("--index works on a database of its own: set DATABASE_URL.");
  const { checkIndex, rotateIndex } = /** @type {Index} */ (await loadBundled("lib/platform/keys/rotate-index.ts"));
  const done = await (check ? checkIndex({ print }) : rotateIndex({ print }));
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
