import type { Page } from "@playwright/test";
import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { merchantOf } from "@/e2e/merchant";
import { pointing } from "./hands";
import { walkIn } from "./walk";

declare global {
  interface Window {
    shifts: { value: number; step: string; after: number }[];
  }
}

/** What a marketplace has below the journey: shifting it is what its visitors would notice. */
const below = `<section style="padding: 16px"><h2>Help</h2>${"<p>Write to us at any time.</p>".repeat(30)}</section>`;

/**
 * Notes the shifts of the host's own content, with the step that the host was last told of. Those that come with another
 * step count even where they follow an input closely, which excuses them: with a slower connection it would not.
 */
async function watchHost(page: Page) {
  await page.evaluate(() => {
    window.shifts = [];
    let at = { step: "business-info", since: 0 };
    addEventListener("message", ({ data }) => {
      if (data.type === "step-change") at = { step: data.step, since: performance.now() };
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        const after = entry.startTime - at.since;
        if (after < 1_000 || !entry.hadRecentInput) window.shifts.push({ value: entry.value, step: at.step, after });
      }
    }).observe({ type: "layout-shift" });
  });
}

// Each script once: what moves the page is the journey, not the script, and a round takes half a minute.
for (const [name, viewport, version] of [
  ["a phone", { width: 390, height: 844 }, "1.0.0"],
  ["a desktop", { width: 1280, height: 800 }, "1.1.0"],
] as const) {
  test(`on ${name}, the journey in SDK ${version} does not shift what stands below it`, async ({
    page,
    marketplace,
    journey,
  }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(viewport);
    const merchant = merchantOf(marketplace.client, "steady");
    await merchant.create();
    await merchant.sendSales();
    const walk = walkIn(await journey.open("steady", { refresh: true }, { version, below }), pointing(page));
    await walk.shows("Tell us about your business");
    await watchHost(page);
    await walk.kyc();
    await marketplace.run();
    await walk.approved();
    await walk.funding();
    await marketplace.run();
    await walk.offered();
    await walk.shows("Your offer");
    // What is opened within a step moves what follows, also outside: that is not what is measured.
    await page.waitForTimeout(1_000);
    await walk.accept();
    await walk.account();
    await walk.confirmAccount();
    await walk.shows("Agree to repayments at your bank");
    const shifts = await page.evaluate(() => window.shifts);
    const report = shifts.map(({ step, value, after }) => `${value.toFixed(3)} ${after.toFixed(0)} ms after ${step}`);
    test.info().annotations.push({ type: "host's layout shift", description: report.join(", ") || "none" });
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    expect(total, report.join(", ")).toBeLessThan(0.01);
  });
}
