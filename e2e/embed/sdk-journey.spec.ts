import { merchantOf } from "@/e2e/merchant";
import { expect, journeyTest as test } from "./journey-test";

/** The SDK and the journey it is made for, on a page that pins its script. */
const merchant = "shop-1";

test.beforeEach(async ({ marketplace }) => {
  await merchantOf(marketplace.client, merchant).create();
});

test("the journey opens on a registered page, as high as it is long", async ({ page, journey }) => {
  const frame = await journey.open(merchant);
  await expect(frame.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(journey.calls).toEqual([["ready"]]);
  const scrolls = () => frame.locator("html").evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  await expect.poll(scrolls).toBe(0);
  await expect(page.locator("#financing iframe")).not.toHaveCSS("height", "720px");
});

test("moved in the page, it goes on with the token it has", async ({ page, journey }) => {
  const frame = await journey.open(merchant);
  await expect.poll(journey.calls).toEqual([["ready"]]);
  await page.evaluate(() => {
    const other = document.createElement("section");
    const iframe = document.querySelector("#financing iframe");
    document.body.append(other);
    if (iframe) other.append(iframe);
  });
  await expect.poll(journey.calls).toEqual([["ready"], ["ready"]]);
  await expect(page.locator("#financing iframe")).toHaveCount(0);
  await expect(page.frameLocator("section > iframe").getByRole("heading", { level: 1 })).toBeVisible();
  await expect(frame.getByRole("heading")).toHaveCount(0);
});

test("on a page that is not registered nothing shows, and the page learns what to do", async ({
  page,
  journey,
  host,
  complaints,
}) => {
  await journey.register(["https://market.example"]);
  await page.clock.install();
  await journey.open(merchant);
  await expect.poll(() => page.frames()[1]?.url()).toBe("chrome-error://chromewebdata/");
  await page.clock.runFor(60_000);
  const message = expect.stringContaining(`${host.origin} is among the embedding origins (test)`);
  await expect.poll(journey.calls).toEqual([["error", { code: "LOAD_FAILED", message }]]);
  expect(complaints.splice(0).join()).toContain("frame-ancestors");
});

test("a token of this service that has been altered is refused by the journey itself", async ({
  journey,
  complaints,
}) => {
  const token = await journey.mint(merchant);
  const [header, claims, signature = ""] = token.split(".");
  const altered = [header, claims, [...signature].reverse().join("")].join(".");
  await journey.open(merchant, { token: altered });
  const message = expect.any(String);
  await expect.poll(journey.calls).toEqual([["error", { code: "TOKEN_INVALID", message }]]);
  // The browser's own word about the refused call.
  expect(complaints.splice(0).join()).toContain("401");
});
