import "#scripts/node-version.mjs";
import { parseArgs } from "node:util";
import { Failure, report } from "#scripts/failure.mjs";
import { installDependencies } from "#scripts/install.mjs";

/**
 * `npm run rehearse:upgrade`: two processes of the last release behind a balancer, under load, are exchanged for what is in this
 * folder (docs/operations/upgrade.md). Exit code 1 where a request fails, takes over a second, or is not booked as told.
 * `-- --from v0.1.0`: the release, if not the newest tag; `--loans 300000`: how many there are.
 */
async function main() {
  const text = /** @type {const} */ ({ type: "string" });
  const { from, loans: asked = "300000" } = parseArgs({ options: { from: text, loans: text } }).values;
  const loans = Number(asked);
  if (!Number.isInteger(loans) || loans < 1) throw new Failure("--loans is a whole number.");
  await installDependencies({ service: true });
  // Not before what it needs is installed.
  const { rehearseUpgrade } = await import("./upgrade/run.mjs");
  await rehearseUpgrade({ from, loans });
}

main().then(
  // The terminal's pool of database connections would keep the process alive.
  () => process.exit(),
  (error) => {
    report(error);
    process.exit(1);
  },
);
