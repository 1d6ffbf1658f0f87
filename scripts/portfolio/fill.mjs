import "#scripts/node-version.mjs";
import { parseArgs } from "node:util";
import { loadBundled } from "#scripts/bundle.mjs";
import { Failure, reason, report } from "#scripts/failure.mjs";
import { forPeople, serviceSettings } from "#scripts/service-settings.mjs";

/** `npm run fill`: a portfolio of made-up merchants, to see how the service does with many. */
const usage = `npm run fill -- --merchants N [--seed S]

  Fills a marketplace of its own with the test data of N merchants: KYC, scores, loans in every state with their ledger,
  settlements, breaks, events, deliveries. A million take some 25 GB. It may be stopped at any moment and run again: it goes
  on where it was. At the end it checks the books of all it wrote.

  --seed S       0 to 9999 (1): each makes a portfolio of its own, the same however often it is filled
  --production   also where APP_ENV is production

  Without DATABASE_URL it works on the running instance of DATA_DIR (default .data). DATABASE_OWNER_URL, or DATABASE_URL, has to
  be a superuser's, or of a role that may set session_replication_role.`;

/** @typedef {typeof import("../../lib/sandbox/portfolio/fill-portfolio.ts")} Portfolios */

const text = /** @type {const} */ ({ type: "string" });
const boolean = /** @type {const} */ ({ type: "boolean" });
const flags = { merchants: text, seed: text, production: boolean, help: boolean };

async function main() {
  const { merchants: asked = "", seed = "1", production, help } = parsed();
  const print = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`);
  if (help) return print(usage);
  const merchants = asked.replaceAll(/[,_]/g, "");
  if (!/^[1-9]\d{0,7}$/.test(merchants) || !/^\d{1,4}$/.test(seed)) throw new Failure(usage);
  if (process.env.APP_ENV === "production" && !production) {
    throw new Failure("APP_ENV is production. With --production it is filled all the same: with test data, for good.");
  }
  Object.assign(process.env, serviceSettings());
  const ownerUrl = process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL || "";
  const { fillPortfolio } = /** @type {Portfolios} */ (await loadBundled("lib/sandbox/portfolio/fill-portfolio.ts"));
  const realNow = /** @type {import("../../lib/kernel/time.ts").RealTime} */ (new Date());
  const done = await fillPortfolio({ ownerUrl, merchants: Number(merchants), seed: Number(seed), realNow, print });
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
