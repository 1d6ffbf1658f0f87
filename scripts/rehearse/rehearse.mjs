import "#scripts/node-version.mjs";
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { Failure, report } from "#scripts/failure.mjs";
import { installDependencies } from "#scripts/install.mjs";

/**
 * `npm run rehearse`: production as it starts, on this machine and with nobody's money, from going live to loans that are
 * repaid. Ends with what everybody's books say; exit code 1 where they differ by a kobo (docs/live.md#rehearsing).
 * `-- --kills 60 --seed 7`: the service is killed so often meanwhile.
 */
async function main() {
  const { values } = parseArgs({ options: { kills: { type: "string" }, seed: { type: "string" } } });
  const kills = Number(values.kills ?? 0);
  const seed = Number(values.seed ?? randomInt(2 ** 31));
  if (!(kills >= 0 && Number.isInteger(kills) && Number.isInteger(seed))) {
    throw new Failure("--kills and --seed are whole numbers.");
  }
  await installDependencies({ service: true });
  // Not before what it needs is installed.
  const { rehearse } = await import("./run.mjs");
  await rehearse({ kills, seed });
}

main().then(
  // The terminal's pool of database connections would keep the process alive.
  () => process.exit(),
  (error) => {
    report(error);
    process.exit(1);
  },
);
