import "#scripts/node-version.mjs";
import { parseArgs } from "node:util";
import { loadBundled } from "#scripts/bundle.mjs";
import { Failure, reason, report } from "#scripts/failure.mjs";
import { forPeople, serviceSettings } from "#scripts/service-settings.mjs";

/** `npm run documents:move`: documents go from the disk to the object store, or back. */
const usage = `npm run documents:move -- --to s3|disk [--remove-old | --check]

  Copies all documents to where new ones go already (DOCUMENTS_IN), while the service runs, and reads each copy to its end.
  It may be stopped at any moment and run again: it goes on with what is left. Both places must be this database's.

  --remove-old  removes what has been copied from its former place, after reading each copy once more
  --check       changes nothing, and says how many documents are where

  Without DATABASE_URL it works on the running instance of DATA_DIR (default .data).`;

/** @typedef {typeof import("../../lib/merchants/documents/move-documents.ts")} Moves */

const boolean = /** @type {const} */ ({ type: "boolean" });
const flags = { to: /** @type {const} */ ({ type: "string" }), "remove-old": boolean, check: boolean, help: boolean };

async function main() {
  const { to, check, help, "remove-old": removeOld } = parsed();
  const print = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`);
  if (help) return print(usage);
  if ((to !== "s3" && to !== "disk") || (check && removeOld)) throw new Failure(usage);
  Object.assign(process.env, serviceSettings());
  const { checkDocuments, moveDocuments, removeOldDocuments } = /** @type {Moves} */ (
    await loadBundled("lib/merchants/documents/move-documents.ts")
  );
  const act = check ? checkDocuments : removeOld ? removeOldDocuments : moveDocuments;
  if (!(await act({ to, print }))) process.exitCode = 1;
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
