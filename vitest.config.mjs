import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { root } from "./scripts/install.mjs";
import { testFilesWith } from "./scripts/test-files.mjs";

const include = ["**/*.test.ts"];
/** What `npm test` leaves for `npm test -- all`. */
const long = process.env.TESTS === "short" ? ["**/*.long.test.ts"] : [];
const exclude = ["**/node_modules/**", "**/.next/**", "**/.cache/**", "e2e/**", ...long];
// A module that one test file replaces would stay replaced for the next file in its process. Brackets are no pattern here.
const replacing = testFilesWith("vi.mock(").map((file) => file.replace(/[[\]]/g, "?"));

export default defineConfig({
  resolve: { alias: { "@": root } },
  test: {
    environment: "node",
    pool: "forks",
    // One more than the cores: tests wait for the database half of their time.
    // What a file becomes for Node.js is kept, by its contents, for the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: join(root, ".cache", "vitest") },
    maxWorkers: availableParallelism() + 1,
    globalSetup: ["scripts/vitest-global-setup.mjs"],
    setupFiles: ["scripts/vitest-setup.mjs"],
    // How long a busy machine may take is no finding: only what never comes fails, and as late as this.
    testTimeout: 5 * 60_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 5 * 60_000,
    projects: [
      { extends: true, test: { name: "sharing", include, exclude: [...exclude, ...replacing], isolate: false } },
      { extends: true, test: { name: "alone", include: replacing, exclude } },
    ],
  },
});
