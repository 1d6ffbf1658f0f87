import { randomInt } from "node:crypto";
import { test as base, expect } from "@/e2e/fixtures";

/**
 * Whatever a page complains of in the console fails the test; a page that is asked to be missing may say so. Each test
 * comes from an address of its own, so that none uses up the attempts of another.
 */
export const test = base.extend<{ complaints: string[] }, { warm: true }>({
  // The first page a browser opens is slow; no test is to be blamed for it.
  warm: [
    async ({ browser }, use) => {
      await (await browser.newPage()).close();
      await use(true);
    },
    { scope: "worker", auto: true, timeout: 60_000 },
  ],
  context: async ({ context }, use) => {
    await context.setExtraHTTPHeaders({
      "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    });
    await use(context);
  },
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
      const asked = new Set<string>();
      page.on("request", (request) => {
        if (request.isNavigationRequest() && request.frame() === page.mainFrame()) asked.add(request.url());
      });
      page.on("console", (message) => {
        const expected = message.text().startsWith("Failed to load resource") && asked.has(message.location().url);
        if (["error", "warning"].includes(message.type()) && !expected) complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});
