import "./node-version.mjs";
import { Stryker } from "@stryker-mutator/core";
import { Failure, report } from "./failure.mjs";
import { groups } from "./mutation/groups.mjs";
import { holds, line, tally } from "./mutation/tally.mjs";

/**
 * `npm run mutation`: changes the rules of lending one by one and sees whether a test notices; `npm run mutation -- ledger
 * quotes` for some groups. A page for each group, with what nobody noticed, is in .cache/mutation. The exit code is 0 only
 * when every group reaches its floor.
 */
const asked = process.argv.slice(2);
const chosen = asked.length > 0 ? asked : Object.keys(groups);

/** @typedef {NonNullable<ConstructorParameters<typeof Stryker>[0]>["logLevel"]} LogLevel */

/** @param {string} name */
function groupOf(name) {
  const group = groups[name];
  if (!group) throw new Failure(`There is no group "${name}"; the groups are ${Object.keys(groups).join(", ")}.`);
  return { name, group };
}

/** @param {ReturnType<typeof groupOf>} chosen */
async function run({ name, group }) {
  process.env.MUTATION_GROUP = name;
  const stryker = new Stryker({
    mutate: group.mutate,
    testRunner: "vitest",
    vitest: { configFile: "scripts/mutation/vitest.config.mjs", related: false },
    coverageAnalysis: "perTest",
    // A busy machine is no finding; what goes in circles is told by how often it comes round.
    timeoutMS: 60_000,
    concurrency: Number(process.env.MUTATION_CONCURRENCY || 2),
    // It would rewrite paths by the API of TypeScript 6; the settings say nothing that depends on where they are.
    tsconfigFile: "none",
    tempDirName: `.cache/stryker-${name}`,
    cleanTempDir: "always",
    ignorePatterns: [".cache", ".data", "public", "e2e", "bench", "docs", "test-results"],
    reporters: [process.stdout.isTTY ? "progress" : "progress-append-only", "html"],
    htmlReporter: { fileName: `.cache/mutation/${name}.html` },
    allowEmpty: false,
    logLevel: /** @type {LogLevel} */ ("warn"),
  });
  return tally(name, await stryker.runMutationTest(), group.floor);
}

try {
  const tallies = [];
  for (const one of chosen.map(groupOf)) tallies.push(await run(one));
  process.stdout.write(`\n${[line(), ...tallies.map(line)].join("\n")}\n`);
  process.exitCode = tallies.every(holds) ? 0 : 1;
} catch (error) {
  report(error);
  process.exitCode = 1;
}
