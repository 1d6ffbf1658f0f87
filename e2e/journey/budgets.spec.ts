import { gzipSync } from "node:zlib";
import type { APIRequestContext, Frame, Page } from "@playwright/test";
import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { merchantOf } from "@/e2e/merchant";
import { pointing } from "./hands";
import { walkIn } from "./walk";

// Chromium without a window hides its scrollbars unless it is told not to.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ["--hide-scrollbars"] }),
    { scope: "worker" },
  ],
});

type Watched = { shift: number; worst: string; scrollbars: number };

/** Keeps a figure with the test's report. */
const note = (type: string, description: string) => test.info().annotations.push({ type, description });

/** Watches each frame from its beginning: how far its content jumps, and whether it ever shows a scrollbar. */
async function watch(page: Page) {
  await page.addInitScript(() => {
    const seen = { shift: 0, worst: "", scrollbars: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        seen.shift += entry.value;
        const node = entry.sources[0]?.node;
        seen.worst += `${entry.value.toFixed(4)}: ${node instanceof Element ? node.outerHTML.slice(0, 120) : ""}\n`;
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

const seenIn = (frame: Frame) => frame.evaluate(() => (window as unknown as { seen: Watched }).seen);

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
  test.setTimeout(180_000);
  await watch(page);
  const merchant = merchantOf(marketplace.client, "measured");
  await merchant.create();
  await merchant.sendSales();
  await page.setViewportSize({ width: 390, height: 844 });
  const frame = await journey.open("measured", { refresh: true });
  await expect.poll(() => journey.calls()).toEqual([["ready"]]);
  const inner = page.frames().find((one) => one.url().includes("/embed/"));
  if (!inner) throw new Error("There is no journey.");
  const [bare, first] = await Promise.all(["/dev/mailbox", inner.url()].map((url) => firstScripts(request, url)));
  if (!bare || !first) throw new Error("Nothing was measured.");
  const ratio = first.bytes / bare.bytes;
  note("first scripts", `${first.bytes} bytes, ${ratio.toFixed(3)} of a bare page's ${bare.bytes}`);
  expect(bare.bytes).toBeGreaterThan(50_000);
  expect(ratio).toBeGreaterThan(1);
  expect(ratio).toBeLessThanOrEqual(1.25);

  const walk = walkIn(frame, pointing(page));
  await walk.kyc();
  await marketplace.run();
  await walk.approved();
  await walk.funding();
  await marketplace.run();
  await walk.offered();
  await walk.accept();
  await walk.account();
  await walk.confirmAccount();
  const bank = await walk.toBank(page);
  await bank.getByRole("button", { name: "Agree" }).click();
  await bank.close();
  await walk.shows("Your loan");
  const { shift, worst, scrollbars } = await seenIn(inner);
  note("layout shift", shift.toFixed(4));
  expect(shift, worst).toBeLessThan(0.05);
  expect(scrollbars, "frames drawn with a scrollbar inside the journey").toBe(0);
  // The watch itself works: a page that is longer than its window has one.
  await page.goto("/");
  await expect.poll(async () => (await seenIn(page.mainFrame())).scrollbars).toBeGreaterThan(0);
});
