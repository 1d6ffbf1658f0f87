import { randomInt } from "node:crypto";
import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContext, Page } from "@playwright/test";
import { test as base, expect } from "@/e2e/fixtures";

export const widths = [360, 1280];
export const schemes = ["light", "dark"] as const;

/**
 * Whatever is said in the console of any page fails the test; a page that is asked to be missing may say so. Each test
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
    async ({ browser, context: own }, use) => {
      const complaints: string[] = [];
      const asked = new Set<string>();
      const listenTo = (context: BrowserContext) => {
        context.on("weberror", (error) => complaints.push(`uncaught: ${error.error().message}`));
        context.on("request", (request) => {
          if (request.isNavigationRequest() && !request.frame().parentFrame()) asked.add(request.url());
        });
        context.on("console", (message) => {
          const expected = message.text().startsWith("Failed to load resource") && asked.has(message.location().url);
          if (!expected) complaints.push(message.text());
        });
      };
      listenTo(own);
      browser.on("context", listenTo);
      await use(complaints);
      browser.off("context", listenTo);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** The page as it is fits its window, reads well and is accessible; a picture of it goes to test-results/screens. */
export async function expectLooksRight(page: Page, picture: string) {
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow, "no scrolling sideways").toBe(0);
  await page.screenshot({ path: `test-results/screens/${picture}.png`, fullPage: true });
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}
