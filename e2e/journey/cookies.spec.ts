import type { Page } from "playwright/test";
import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { merchantOf } from "@/e2e/merchant";
import { pointing } from "./hands";
import { walkIn } from "./walk";

async function blockThirdPartyCookies(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.setCookieControls", { enableThirdPartyCookieRestriction: true });
}

test("with third-party cookies blocked the journey works, and keeps nothing", async ({
  page,
  context,
  marketplace,
  journey,
  host,
}) => {
  await merchantOf(marketplace.client, "shop-1").create();
  await blockThirdPartyCookies(page);
  // The browser does block them: a frame of the service's own site cannot keep one.
  const third = host.origin.replace("127.0.0.1", "localhost");
  host.serve(
    "/frame",
    `<script>document.cookie = "probe=1; SameSite=None; Secure"; name = document.cookie || "none"</script>`,
  );
  await page.goto(host.serve("/page", `<!doctype html><title>Page</title><iframe src="${third}/frame"></iframe>`));
  const [, frame] = page.frames();
  await expect.poll(() => frame?.evaluate(() => window.name)).toBe("none");

  // A page of that site may: it is the frame that may not.
  await page.goto(`${third}/frame`);
  expect(await page.evaluate(() => window.name)).toBe("probe=1");
  await context.clearCookies();

  const walk = walkIn(await journey.open("shop-1"), pointing(page));
  await walk.business();
  await walk.shows("Who runs the business?");
  expect(await context.cookies()).toEqual([]);
  const walkAgain = walkIn(await journey.open("shop-1"), pointing(page));
  await walkAgain.shows("Who runs the business?");
});
