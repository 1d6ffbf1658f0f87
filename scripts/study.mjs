import "./node-version.mjs";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadBundled } from "./bundle.mjs";
import { Failure, reason, report } from "./failure.mjs";
import { installDependencies, root } from "./install.mjs";
import { callersPath, movedLine, readMerchants, withRecentMonths } from "./merchant-file.mjs";

/**
 * `npm run study -- FILE`: what the rules of lending do to the merchants of a file, before and now. Printed as a table
 * and drawn (docs/study.md).
 */
const usage = `npm run study -- FILE [--picture SVG]

  FILE           JSON with a "merchants" array of merchant data records
  --picture SVG  where to draw it (default docs/study.svg)`;

/** @typedef {typeof import("../bench/study/study.ts")} Study */

async function main() {
  const { values, positionals } = parsed();
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new Failure(usage);
  await installDependencies();
  const now = new Date();
  const { merchants, moved } = withRecentMonths(readMerchants(callersPath(file)), now);
  const { study } = /** @type {Study} */ (await loadBundled("bench/study/study.ts"));
  const { table, picture, refused } = study(merchants, now);
  const out = values.picture ? callersPath(values.picture) : join(root, "docs", "study.svg");
  writeFileSync(out, picture);
  process.stdout.write(
    `${merchants.length} merchants, ${refused} of them not valid\n${movedLine(moved)}\n${table}\n\nDrawn: ${out}\n`,
  );
}

function parsed() {
  try {
    return parseArgs({ options: { picture: { type: "string" } }, allowPositionals: true });
  } catch (error) {
    throw new Failure(`${reason(error)}\n\n${usage}`);
  }
}

main().catch((error) => {
  report(error);
  process.exitCode = 1;
});
