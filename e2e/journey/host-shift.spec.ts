import type { Page } from "@playwright/test";
import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { merchantOf } from "@/e2e/merchant";
import { pointing } from "./hands";
import { walkIn } from "./walk";

declare global {
  interface Window {
    shifts: { value: number; step: string }[];
  }
}

/** What a marketplace has below the journey: shifting it is what its visitors would notice. */
const below = `<section style="padding: 16px"><h2>Help</h2>${"<p>Write to us at any time.</p>".repeat(30)}</section>`;

/**
 * Notes every shift of the host's own content, with the step the host was last told of. Also those that follow an input
 * closely, and so would be excused: with a slower connection than here they would not.
 */
async function watchHost(page: Page) {
  await page.evaluate(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        const [, told] = window.calls.findLast(([name]) => name === "step-change") ?? [];
        const { step } = (told ?? { step: "first" }) as { step: string };
        window.shifts.push({ value: entry.value, step });
      }
    }).observe({ type: "layout-shift" });
  });
}

for (const [name, viewport] of [
  ["a phone", { width: 390, height: 844 }],
  ["a desktop", { width: 1280, height: 800 }],
] as const) {
  for (const version of ["1.0.0", "1.1.0"]) {
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
      await walk.money(marketplace.run);
      await walk.shows("Agree to repayments at your bank");
      const shifts = await page.evaluate(() => window.shifts);
      const steps: Record<string, number> = {};
      for (const { step, value } of shifts) steps[step] = (steps[step] ?? 0) + value;
      const report = Object.entries(steps).map(([step, value]) => `${step} ${value.toFixed(3)}`);
      test.info().annotations.push({ type: "host's layout shift", description: report.join(", ") || "none" });
      expect(Math.max(0, ...Object.values(steps)), report.join(", ")).toBeLessThan(0.01);
    });
  }
}
