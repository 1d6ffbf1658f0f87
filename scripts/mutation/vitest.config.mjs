import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
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

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "") } },
  test: {
    include: group.tests,
    reporters: [brokenFiles],
    environment: "node",
    globalSetup: group.database ? ["scripts/vitest-global-setup.mjs"] : [],
    setupFiles: ["scripts/vitest-setup.mjs"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
