import { availableParallelism } from "node:os";
import { defineConfig, devices } from "playwright/test";

const quiet = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** What `npm run proof -- kills` runs. */
const kills = process.env.KILLS === "on" ? [] : ["**/kills/**"];
/** What `npm test` leaves for `npm test -- all`: files, and single tests beside short ones. */
const short = process.env.TESTS === "short";
const long = short ? ["**/*.long.spec.ts"] : [];
const browserTests = ["**/pages/**", "**/journey/**", "**/embed/**", "**/dashboard/**", "**/account/**", "**/ops/**"];

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/global-setup.ts",
  forbidOnly: true,
  ...(short ? { grepInvert: /@long/ } : {}),
  retries: 0,
  // Two more than the cores: many tests wait for the service to do something by itself.
  workers: availableParallelism() + 2,
  timeout: 5 * 60_000,
  // How long a busy machine may take is no finding: only what never comes fails, and as late as this.
  expect: { timeout: 60_000 },
  reporter: [
    ["list"],
    ["json", { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? ".cache/test/playwright.json" }],
  ],
  // BASE_URL comes from the global set-up, which starts the service.
  // Recording every test costs as much as the tests: TRACE=on for one that has to be understood.
  use: {
    baseURL: process.env.BASE_URL,
    trace: process.env.TRACE === "on" ? "on" : "off",
    screenshot: "only-on-failure",
    // What moves without end is drawn anew with every frame, by the cores that everything else waits for.
    contextOptions: { reducedMotion: "reduce" },
  },
  projects: [
    { name: "api", testIgnore: [...browserTests, ...kills, ...long] },
    {
      name: "chromium",
      testMatch: browserTests.map((folder) => `${folder}/*.spec.ts`),
      testIgnore: long,
      use: {
        ...devices["Desktop Chrome"],
        launchOptions: {
          executablePath: process.env.CHROMIUM_PATH,
          // Chromium's sandbox refuses to work for root.
          args: process.getuid?.() === 0 ? ["--no-sandbox", ...quiet] : quiet,
        },
      },
    },
  ],
});
