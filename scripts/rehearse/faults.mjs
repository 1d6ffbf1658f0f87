import "#scripts/node-version.mjs";
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { Failure, report } from "#scripts/failure.mjs";
import { installDependencies } from "#scripts/install.mjs";
import { withOwnMounts } from "./faults/disk.mjs";

/**
 * `npm run faults`: two processes of the service under load, to which one fault after another happens (docs/operations/faults.md).
 * `-- --faults 200 --events 5000 --seed 7`: how many, until so many events were heard of, and the seed of which and when;
 * `--only "disk full"`: the kinds that are called so. Exit code 1 where anything is lost, doubled or does not add up.
 */
async function main() {
  const text = /** @type {const} */ ({ type: "string" });
  const { values } = parseArgs({ options: { faults: text, events: text, seed: text, only: text } });
  const faults = Number(values.faults ?? 200);
  const events = Number(values.events ?? faults * 25);
  const seed = Number(values.seed ?? randomInt(2 ** 31));
  if (![faults, events, seed].every((number) => Number.isInteger(number) && number >= 0)) {
    throw new Failure("--faults, --events and --seed are whole numbers.");
  }
  // The object store is one that only tests need.
  await installDependencies();
  const anew = withOwnMounts();
  if (anew) return runAnew(anew);
  // Not before what it needs is installed.
  const { rehearseFaults } = await import("./faults/run.mjs");
  await rehearseFaults({ faults, events, seed, only: values.only });
  return 0;
}

/** @param {[string, string[], Record<string, string>]} command @returns {Promise<number>} */
function runAnew([command, args, more]) {
  const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...more } });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => child.kill(signal));
  return new Promise((done) => child.once("close", (code) => done(code ?? 1)));
}

main().then(
  // The terminal's pool of database connections would keep the process alive.
  (code) => process.exit(code),
  (error) => {
    report(error);
    process.exit(1);
  },
);
