import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    include: ["**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/.next/**", "**/.cache/**", "e2e/**"],
    environment: "node",
    pool: "forks",
    maxWorkers: availableParallelism(),
    globalSetup: ["scripts/vitest-global-setup.mjs"],
    setupFiles: ["scripts/vitest-setup.mjs"],
    // How long a busy machine may take is no finding: only what never comes fails, and as late as this.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 60_000,
  },
});
