import "./node-version.mjs";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadBundled } from "./bundle.mjs";
import { Failure, reason, report } from "./failure.mjs";
import { installDependencies, root } from "./install.mjs";
import { callersPath, movedLine, readMerchants, withRecentMonths } from "./merchant-file.mjs";

/**
 * `npm run study`: what the rules of lending do to sample sellers or the merchants of a file, before and now. Printed as a
 * table and drawn (docs/study.md).
 */
const usage = `npm run study -- [FILE] [--picture SVG] [--rate PERCENT] [--cap TIER=PERCENT]… [--tenor DAYS]

  FILE           JSON with a "merchants" array of merchant data records; without one fifty sample sellers
  --picture SVG  where to draw it
  --rate         interest per 30 days in percent, instead of each tier's
  --cap          the most a tier may borrow, in percent of assumed monthly sales, such as A=150
  --tenor        the only tenor, in days

Without any of these docs/study.md and its picture are written anew.`;

/** @typedef {typeof import("../bench/study/study.ts")} Study */

async function main() {
  const { values, positionals } = parsed();
  const [file, ...more] = positionals;
  if (more.length > 0) throw new Failure(usage);
  await installDependencies();
  const now = new Date();
  const { merchants, moved } = file
    ? withRecentMonths(readMerchants(callersPath(file)), now)
    : { merchants: null, moved: 0 };
  const { study, documented } = /** @type {Study} */ (await loadBundled("bench/study/study.ts"));
  const options = {
    ...(values.rate === undefined ? {} : { rate: numberOf(values.rate) }),
    ...(values.tenor === undefined ? {} : { tenor: numberOf(values.tenor) }),
    tierCaps: Object.fromEntries((values.cap ?? []).map(tierCap)),
  };
  const result = study(merchants, now, options);
  const { table, pays, picture, refused } = result;
  process.stdout.write(`${result.merchants} merchants, ${refused} of them not valid\n${movedLine(moved)}\n${table}\n`);
  process.stdout.write(`\nWhat still pays\n${pays.map((line) => `  ${line}\n`).join("")}`);
  const ofTheDocument = !file && Object.keys(values).length === 0;
  const page = join(root, "docs", "study.md");
  if (ofTheDocument) writeFileSync(page, documented(readFileSync(page, "utf8"), result));
  const out = values.picture ? callersPath(values.picture) : ofTheDocument && join(root, "docs", "study.svg");
  if (out) writeFileSync(out, picture);
}

/** @param {string} text */
function numberOf(text) {
  const number = Number(text);
  if (!(number > 0)) throw new Failure(`${text} is no number above 0.\n\n${usage}`);
  return number;
}

/** @param {string} text @returns {[string, number]} */
function tierCap(text) {
  const [, tier = "", percent = ""] = /^([A-E])=(.+)$/.exec(text) ?? [];
  if (!tier) throw new Failure(`${text} names no tier.\n\n${usage}`);
  return [tier, numberOf(percent)];
}

function parsed() {
  try {
    return parseArgs({
      options: {
        picture: { type: "string" },
        rate: { type: "string" },
        cap: { type: "string", multiple: true },
        tenor: { type: "string" },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new Failure(`${reason(error)}\n\n${usage}`);
  }
}

main().catch((error) => {
  report(error);
  process.exitCode = 1;
});
