import { gzipSync } from "node:zlib";
import type { APIRequestContext, Frame, Page } from "playwright/test";
import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { merchantOf } from "@/e2e/merchant";
import { pointing } from "./hands";
import { below, moving, watchHost } from "./host-shifts";
import { innerFrame } from "./inner";
import { walkIn } from "./walk";

// Chromium without a window hides its scrollbars unless it is told not to.
test.use({
  contextOptions: moving,
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ["--hide-scrollbars"] }),
    { scope: "worker" },
  ],
});

type Watched = { window: number; largest: number; total: number; shifts: string; scrollbars: number };

declare global {
  interface Window {
    seen: Watched;
  }
}

/** Keeps a figure with the test's report. */
const note = (type: string, description: string) => test.info().annotations.push({ type, description });

/** Watches each frame from its beginning: how far its content jumps, and whether it ever shows a scrollbar. */
async function watch(page: Page) {
  await page.addInitScript(() => {
    const seen = { window: 0, largest: 0, total: 0, shifts: "", scrollbars: 0 };
    Object.assign(window, { seen });
    let began = 0;
    let last = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        // As the Layout Instability metric is defined: windows of at most 5 s without a rest of 1 s; the largest counts.
        const again = entry.startTime - last < 1_000 && entry.startTime - began < 5_000;
        if (!again) began = entry.startTime;
        last = entry.startTime;
        seen.window = again ? seen.window + entry.value : entry.value;
        seen.largest = Math.max(seen.largest, seen.window);
        seen.total += entry.value;
        const node = entry.sources[0]?.node;
        const where = document.querySelector("h1")?.textContent ?? "before the first step";
        seen.shifts += `${entry.value.toFixed(4)}, ${where}: ${node instanceof Element ? node.textContent?.slice(0, 60) : ""}\n`;
      }
    }).observe({ type: "layout-shift", buffered: true });
    const look = () => {
      const { clientWidth } = document.documentElement;
      if (clientWidth > 0 && window.innerWidth > clientWidth) seen.scrollbars += 1;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

const seenIn = (frame: Frame) => frame.evaluate(() => window.seen);

/** The scripts that a page's document names, compressed: what has to be there before anything on it works. */
async function firstScripts(request: APIRequestContext, url: string): Promise<{ files: string[]; bytes: number }> {
  const html = await (await request.get(url)).text();
  const named = [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="(\/_next\/[^"]+\.js)[^"]*"/g)].map(
    ([, src]) => src,
  );
  const files = [...new Set(named)].filter((src) => src !== undefined).sort();
  const bodies = await Promise.all(files.map(async (src) => (await request.get(src)).body()));
  return { files, bytes: bodies.reduce((sum, body) => sum + gzipSync(body).byteLength, 0) };
}

test("first scripts, layout shift and scrollbars keep to their budgets", async ({
  page,
  request,
  marketplace,
  journey,
}) => {
  await watch(page);
  const merchant = merchantOf(marketplace.client, "measured");
  await merchant.create();
  await merchant.sendSales();
  await page.setViewportSize({ width: 390, height: 844 });
  const frame = await journey.open("measured", { refresh: true }, { below });
  await expect.poll(() => journey.calls()).toEqual([["ready"]]);
  const inner = innerFrame(page);
  const [bare, first] = await Promise.all(["/dev/mailbox", inner.url()].map((url) => firstScripts(request, url)));
  if (!bare || !first) throw new Error("Nothing was measured.");
  const ratio = first.bytes / bare.bytes;
  note("first scripts", `${first.bytes} bytes, ${ratio.toFixed(3)} of a bare page's ${bare.bytes}`);
  expect(bare.bytes).toBeGreaterThan(50_000);
  expect(ratio).toBeGreaterThan(1);
  expect(ratio).toBeLessThanOrEqual(1.25);

  const walk = walkIn(frame, pointing(page));
  await walk.shows("Tell us about your business");
  const host = await watchHost(page);
  await walk.kyc();
  await marketplace.run();
  await walk.money(marketplace.run, { onOffer: host.stepIsComplete });
  await walk.shows("Agree to repayments at your bank");
  await host.expectStill();
  const bank = await walk.toBank(page);
  await bank.getByRole("button", { name: "Agree" }).click();
  await bank.close();
  await walk.shows("Your loan");
  const { largest, total, shifts, scrollbars } = await seenIn(inner);
  note("layout shift", `${largest.toFixed(4)}; ${total.toFixed(4)} in all, from the first form to the loan`);
  expect(largest, shifts).toBeLessThan(0.05);
  expect(scrollbars, "frames drawn with a scrollbar inside the journey").toBe(0);
  // The watch itself works: a page that is longer than its window has one.
  await page.goto("/");
  await expect.poll(async () => (await seenIn(page.mainFrame())).scrollbars).toBeGreaterThan(0);
});
