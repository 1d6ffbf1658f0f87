import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** Runs the cases beside it, each of which does something that must make it fail. */
export default defineConfig({
  root,
  resolve: { alias: { "@": root } },
  test: { include: ["test/planted/console.ts"], setupFiles: ["scripts/vitest-setup.mjs"] },
});
