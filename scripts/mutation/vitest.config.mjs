import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import { groups } from "./groups.mjs";

/** The tests of one group and no others: those of them that need no database run without one. */
const group = groups[process.env.MUTATION_GROUP ?? ""];
if (!group) throw new Error("MUTATION_GROUP names no group of scripts/mutation/groups.mjs.");

/**
 * A file of tests that cannot even be loaded fails a run, but Stryker sees no test of it that fails.
 * @type {import("vitest/node").Vitest | undefined}
 */
let vitest;
const brokenFiles = {
  onInit: (/** @type {import("vitest/node").Vitest} */ running) => {
    vitest = running;
  },
  onTestModuleEnd: (/** @type {import("vitest/node").TestModule} */ file) => {
    for (const error of file.errors()) vitest?.state.catchError(error, "Unhandled Error");
  },
};

/** The first test that notices ends the run: those that try thousands of cases come last. */
class ExamplesFirst extends BaseSequencer {
  /**
   * @override
   * @param {import("vitest/node").TestSpecification[]} files
   */
  async sort(files) {
    const slow = (/** @type {{ moduleId: string }} */ { moduleId }) =>
      Number(readFileSync(moduleId, "utf8").includes('from "@/test/proof"'));
    return files.toSorted((one, other) => slow(one) - slow(other));
  }
}

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "") } },
  test: {
    include: group.tests,
    reporters: [brokenFiles],
    sequence: { sequencer: ExamplesFirst },
    environment: "node",
    globalSetup: group.database ? ["scripts/vitest-global-setup.mjs"] : [],
    setupFiles: ["scripts/vitest-setup.mjs"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
