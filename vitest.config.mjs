import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    include: ["**/*.test.ts", "**/*.test.tsx"],
    exclude: ["**/node_modules/**", "**/.next/**", "e2e/**"],
    environment: "node",
    pool: "forks",
    maxWorkers: 2,
    globalSetup: ["scripts/vitest-global-setup.mjs"],
    setupFiles: ["scripts/vitest-setup.mjs"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
