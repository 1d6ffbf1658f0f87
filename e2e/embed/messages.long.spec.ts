import type { Frame, Page } from "playwright/test";
import { countArrivals, stillWaiting } from "./arrivals";
import { expect, firstField, sealed, bareTest as test } from "./bare-host";

test("an init that comes before the journey's scripts is kept for them", async ({ page, bare }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await held;
    await route.continue();
  });
  const frame = await bare.visit();
  await frame.waitForFunction(() => "journeyInbox" in window);
  await bare.say(await bare.init());
  release();
  await expect(firstField(page)).toBeVisible();
});

/** Who else may try, each with a proper init. They are given the frame's place among those of the host's page. */
const others: Record<string, (page: Page, at: { host: string; stranger: string }) => Promise<Page | Frame>> = {
  "another frame of the host's own page": (page, { host }) => addFrame(page, host),
  "a frame of another origin on the host's page": (page, { stranger }) => addFrame(page, stranger),
  "a window that the host's page opened": async (page, { host }) => {
    const [popup] = await Promise.all([
      page.waitForEvent("popup"),
      page.evaluate((url) => void window.open(url), host),
    ]);
    await popup.waitForLoadState();
    return popup;
  },
  "a window of another origin": async (page, { stranger }) => {
    const [popup] = await Promise.all([
      page.waitForEvent("popup"),
      page.evaluate((url) => void window.open(url), stranger),
    ]);
    await popup.waitForLoadState();
    return popup;
  },
};

async function addFrame(page: Page, address: string): Promise<Frame> {
  await page.evaluate((url) => {
    const frame = document.createElement("iframe");
    frame.src = url;
    document.body.append(frame);
  }, address);
  await expect.poll(() => page.frames().some((frame) => frame.url() === address)).toBe(true);
  const frame = page.frame({ url: address });
  if (!frame) throw new Error("no frame");
  return frame;
}

for (const [who, open] of Object.entries(others)) {
  test(`${who} is ignored, before the host has spoken and after`, async ({ page, bare, host, stranger }) => {
    const empty = '<!doctype html><html lang="en"><title>Other</title></html>';
    const frame = await bare.visit();
    const arrived = await countArrivals(frame);
    const other = await open(page, { host: host.serve("/other", empty), stranger: stranger.serve("/other", empty) });
    const speak = (message: unknown) =>
      other.evaluate((data) => (window.opener ?? window.parent).frames[0].postMessage(data, "*"), message);

    await speak(await bare.init());
    await arrived(1);
    await stillWaiting(page);
    expect(await bare.heard()).toEqual([]);
    expect(bare.calls).toEqual([]);

    await bare.say(await bare.init());
    await expect(firstField(page)).toBeVisible();
    await speak(sealed({ type: "token", token: "garbage" }));
    await speak(sealed({ type: "init", token: bare.forged({ sub: "mer_other" }), theme: {}, refresh: false }));
    await arrived(4);
    expect(await bare.heard()).toEqual([{ type: "ready" }]);
    await expect(firstField(page)).toBeVisible();
  });
}
