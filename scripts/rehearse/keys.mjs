import "#scripts/node-version.mjs";
import { Failure, report } from "#scripts/failure.mjs";
import { installDependencies } from "#scripts/install.mjs";

/**
 * `npm run rehearse:keys`: INDEX_KEY is changed between two halves of a marketplace's business. Exit code 1 where something is
 * not known again (docs/operations/key-rotation.md).
 */
async function main() {
  if (process.argv.length > 2) throw new Failure("npm run rehearse:keys takes no options.");
  await installDependencies({ service: true });
  // Not before what it needs is installed.
  const { rehearseKeys } = await import("./keys/run.mjs");
  await rehearseKeys();
}

main().then(
  () => process.exit(),
  (error) => {
    report(error);
    process.exit(1);
  },
);
