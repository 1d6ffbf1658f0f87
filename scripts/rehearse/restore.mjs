import "#scripts/node-version.mjs";
import { parseArgs } from "node:util";
import { Failure, report } from "#scripts/failure.mjs";
import { installDependencies } from "#scripts/install.mjs";

/**
 * `npm run rehearse:restore`: a database and documents that are lost under load, restored from a base backup and archived
 * WAL. Exit code 1 where something is missing that should not be (docs/operations/backup.md).
 * `-- --seconds 5`: how long there is load, before the base backup and after it.
 */
async function main() {
  const { values } = parseArgs({ options: { seconds: { type: "string" } } });
  const seconds = Number(values.seconds ?? 10);
  if (!(seconds > 0)) throw new Failure("--seconds is a number.");
  if (process.platform === "win32") throw new Failure("Its archive is filled by test, cp and mv: start it elsewhere.");
  await installDependencies({ service: true });
  // Not before what it needs is installed.
  const { rehearseRestore } = await import("./restore/run.mjs");
  await rehearseRestore({ seconds });
}

main().then(
  // The terminal's pool of database connections would keep the process alive.
  () => process.exit(),
  (error) => {
    report(error);
    process.exit(1);
  },
);
