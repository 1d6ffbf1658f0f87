import { expect, type Page, test } from "playwright/test";
import { innerFrame } from "./inner";

type Shift = { value: number; step: string; after: number };

declare global {
  interface Window {
    shifts: Shift[];
    /** When the step that is shown was told, and when it was all there. */
    shown: { step: string; since: number; complete: number };
  }
}

/** Where shifts are measured, everything moves that moves for most people. */
export const moving = { reducedMotion: "no-preference" } as const;

/** What a marketplace has below the journey: shifting it is what its visitors would notice. */
export const below = `<section style="padding: 16px"><h2>Help</h2>${"<p>Write to us at any time.</p>".repeat(30)}</section>`;

/**
 * Notes the shifts of the host's own content, with the step that the host was last told of. Those that come with another
 * step count even where they follow an input closely, which excuses them: with a slower connection it would not.
 */
export async function watchHost(page: Page) {
  await page.evaluate(() => {
    window.shifts = [];
    window.shown = { step: "business-info", since: 0, complete: Number.POSITIVE_INFINITY };
    addEventListener("message", ({ data }) => {
      if (data.type !== "step-change") return;
      window.shown = { step: data.step, since: performance.now(), complete: Number.POSITIVE_INFINITY };
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        const { step, since, complete } = window.shown;
        const after = entry.startTime - since;
        const withStep = after < 1_000 && entry.startTime < complete;
        if (withStep || !entry.hadRecentInput) window.shifts.push({ value: entry.value, step, after });
      }
    }).observe({ type: "layout-shift" });
  });
  return {
    /**
     * The step is there, and the frame is as high as it. What is opened within it from now on moves what follows, also
     * outside: that is not what is measured.
     */
    async stepIsComplete() {
      const below = () =>
        innerFrame(page).evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
      await expect.poll(below, "the frame is as high as its step").toBe(0);
      await page.evaluate(() => {
        window.shown.complete = performance.now();
      });
    },
    async expectStill() {
      const shifts = await page.evaluate(() => window.shifts);
      const report = shifts.map(({ step, value, after }) => `${value.toFixed(3)} ${after.toFixed(0)} ms after ${step}`);
      test.info().annotations.push({ type: "host's layout shift", description: report.join(", ") || "none" });
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      expect(total, report.join(", ")).toBeLessThan(0.01);
    },
  };
}
