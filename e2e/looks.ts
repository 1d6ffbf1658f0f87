import { readFileSync } from "node:fs";
import type axe from "axe-core";
import { expect, type Frame, type Page } from "playwright/test";
import { innerFrame } from "./journey/inner";

type Look = { width: number; colorScheme: "light" | "dark" };

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Half as long as what the package exports: every new document has to read it. */
const axeSource = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** Pictures find nothing by themselves: they are taken for whoever wants to look at them, with PICTURES=on. */
const pictures = process.env.PICTURES === "on";

/**
 * The quick run looks whether what is met on a way fits, in both layouts. What needs axe is left to the long run, but for
 * one place of each surface, which asks for all of it (`whole`).
 */
const quick = process.env.TESTS === "short";

/** How much is looked at in the quick run, too. */
type Extent = { whole?: boolean };

/** Each scheme and each of the two layouts once: neither of them depends on the other. */
const audited: Look[] = [
  { width: 360, colorScheme: "dark" },
  { width: 1440, colorScheme: "light" },
];
const pictured: Look[] = [360, 1440].flatMap((width) => [
  { width, colorScheme: "light" },
  { width, colorScheme: "dark" },
]);

/** The page as it is fits its window, reads well and is accessible. A picture of it goes to test-results/screens. */
export async function expectLooksRight(page: Page, picture: string, { whole = !quick }: Extent = {}) {
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow, "no scrolling sideways").toBe(0);
  if (pictures) await page.screenshot({ path: `test-results/screens/${picture}.png`, fullPage: true });
  if (whole) await expectAccessible(scriptedFrames(page), picture);
}

/** Addresses that were asked for already, those of one kind as one. */
const followed = new Set<string>();

/** Every link of the page to a page of the service leads somewhere, for whoever sees it. */
async function expectLinksLead(page: Page) {
  const { origin } = new URL(page.url());
  const found = await page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLAnchorElement>("a[href]:not([download])"), ({ href }) => href),
  );
  for (const address of found) {
    const url = new URL(address);
    const kind = url.pathname.replace(/[a-z]+_\w{26}/g, "id");
    const here = address.replace(/#.*/, "") === page.url().replace(/#.*/, "");
    if (url.origin !== origin || here || followed.has(kind)) continue;
    followed.add(kind);
    expect((await page.request.get(address)).status(), `${page.url()} links to ${address}`).toBeLessThan(400);
  }
}

/** The same, narrow and wide, light and dark, and its links lead somewhere. */
export async function expectLooksRightEverywhere(page: Page, picture: string, { whole = !quick }: Extent = {}) {
  if (whole) await expectLinksLead(page);
  for (const { width, colorScheme } of pictures ? pictured : audited) {
    await page.setViewportSize({ width, height: 800 });
    if (whole) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
    }
    await expectLooksRight(page, `${picture}-${width}-${colorScheme}`, { whole });
  }
}

/** Not the frame of a mail, which runs nothing: what is asked there is never answered. */
function scriptedFrames(page: Page): Frame[] {
  return page.frames().filter((frame) => frame.url() !== "about:srcdoc");
}

/** Colours that are on their way to the other scheme are neither one's. */
export async function settle(page: Page) {
  for (const frame of scriptedFrames(page)) {
    await frame.evaluate(() =>
      Promise.all(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
          .map(({ finished }) => finished.catch(() => {})),
      ),
    );
  }
}

/** What is in these frames has nothing that axe finds. */
export async function expectAccessible(frames: readonly Frame[], what: string) {
  const found: string[] = [];
  for (const frame of frames) found.push(...(await violationsIn(frame)));
  expect(found, what).toEqual([]);
}

/** Each frame is checked by itself, which is stricter, and several times as quick as checking the page through its top. */
async function violationsIn(frame: Frame): Promise<string[]> {
  if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axeSource);
  const violations = await frame.evaluate(async () => {
    const { violations } = await window.axe.run({ iframes: false, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => ({ id, places: nodes.map(({ html }) => html) }));
  });
  return violations.map(({ id, places }) => `${id}: ${places.join(" ")}`);
}

/**
 * The journey's step that is shown, on phones of the narrowest and of the usual kind and on a desk: nothing sticks out
 * sideways, no scrollbar; no violation, light and dark. The page around it is the test's own, and always the same.
 */
export async function expectStepLooksRight(page: Page, name: string, { whole = !quick }: Extent = {}) {
  const inner = innerFrame(page);
  const sizes = () =>
    inner.evaluate(() => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
      return { beside: scrollWidth - clientWidth, below: scrollHeight - clientHeight };
    });
  // The host follows within a few frames: asked every 100 ms, most of the time would be spent waiting.
  const intervals = [10, 20, 40, 100];
  const usual: Look[] = [
    { width: 390, colorScheme: "dark" },
    { width: 390, colorScheme: "light" },
  ];
  const looks = whole ? [...audited, ...usual.slice(1)] : audited.slice(0, 1);
  for (const look of pictures ? [...pictured, ...usual] : looks) {
    const { width, colorScheme } = look;
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await expect
      .poll(sizes, { message: `${name} at ${width} px fits its frame`, intervals })
      .toEqual({ beside: 0, below: 0 });
    await settle(page);
    // What is below the window of another site's frame is not drawn: so the window is as high as the page.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height });
    const path = `test-results/screens/journey/${name}-${width}-${colorScheme}.png`;
    if (pictures) await page.screenshot({ path, animations: "disabled" });
    if (whole && audited.some((one) => one.width === width && one.colorScheme === colorScheme)) {
      await expectAccessible([inner], `${name} at ${width} px, ${colorScheme}`);
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
}
