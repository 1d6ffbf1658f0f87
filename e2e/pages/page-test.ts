import type { BrowserContext, Page } from "playwright/test";
import { anyAddress } from "@/e2e/client";
import { test as base, expect } from "@/e2e/fixtures";

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
    { scope: "worker", auto: true },
  ],
  context: async ({ context }, use) => {
    await context.setExtraHTTPHeaders(anyAddress());
    await use(context);
  },
  complaints: [
    async ({ browser, context: own }, use) => {
      const complaints: string[] = [];
      const asked = new Set<string>();
      const listenTo = (page: Page) => {
        page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
        page.on("request", (request) => {
          if (request.isNavigationRequest() && request.frame() === page.mainFrame()) asked.add(request.url());
        });
        page.on("console", (message) => {
          const expected = message.text().startsWith("Failed to load resource") && asked.has(message.location().url);
          if (!expected) complaints.push(message.text());
        });
      };
      const listenToAll = (context: BrowserContext) => {
        for (const page of context.pages()) listenTo(page);
        context.on("page", listenTo);
      };
      listenToAll(own);
      browser.on("context", listenToAll);
      await use(complaints);
      browser.off("context", listenToAll);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});
