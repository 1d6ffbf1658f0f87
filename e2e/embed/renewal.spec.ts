import type { Page } from "playwright/test";
import { type BareHost, expect, firstField, sealed, bareTest as test } from "./bare-host";

/** What becomes of a merchant's work when the token expires, as far as the host and the journey settle it by messages. */

const typed = "12 Broad Street, over the pharmacy";
const notice = (page: Page) =>
  page.frameLocator("#journey").getByRole("alert").filter({ hasText: "To go on, open this again from Market" });

/** Opens the journey and types something; from then on its token counts as expired. */
async function typeAndExpire(page: Page, bare: BareHost, token: string, refresh: boolean): Promise<void> {
  const frame = await bare.visit();
  await frame.waitForLoadState("load");
  await bare.say(await bare.init({ token, refresh }));
  await firstField(page).fill(typed);
  const problem = {
    type: "/",
    title: "Expired",
    status: 401,
    detail: "Expired.",
    code: "TOKEN_EXPIRED",
    requestId: "r",
  };
  await page.route("**/api/v1/embed/session", (route) =>
    route.request().headers().authorization === `Bearer ${token}`
      ? route.fulfill({ status: 401, contentType: "application/problem+json", json: problem })
      : route.continue(),
  );
  // As when the merchant comes back to the window.
  await frame.evaluate(() => window.dispatchEvent(new Event("focus")));
}

const withToken = (bare: BareHost, token: string) => bare.calls.filter(({ bearer }) => bearer === `Bearer ${token}`);

const expectAsked = (bare: BareHost) => expect.poll(bare.heard).toEqual([{ type: "ready" }, { type: "token-request" }]);
const expectTyped = (page: Page) => expect(firstField(page)).toHaveValue(typed);

test.afterEach(({ complaints }) => {
  for (const complaint of complaints.splice(0)) expect(complaint).toContain("401");
});

test("a host that can get a token is asked once, the call is repeated, and nobody notices", async ({
  page,
  bare,
  journey,
}) => {
  await typeAndExpire(page, bare, await journey.mint(bare.merchant.ref), true);
  await expectAsked(bare);
  const token = await journey.mint(bare.merchant.ref);
  await bare.say(sealed({ type: "token", token }));
  await expect.poll(() => withToken(bare, token)).not.toEqual([]);
  await expect(notice(page)).toHaveCount(0);
  await expectTyped(page);
  expect(await bare.heard()).toHaveLength(2);
});

test("without a fresh token the journey says so and keeps what was typed; a new init goes on with it", async ({
  page,
  bare,
  journey,
}) => {
  await typeAndExpire(page, bare, await journey.mint(bare.merchant.ref), false);
  await expect(notice(page)).toBeVisible();
  expect(await bare.heard()).toEqual([
    { type: "ready" },
    { type: "error", code: "TOKEN_EXPIRED", message: expect.stringContaining("fetchToken") },
  ]);
  await expectTyped(page);

  const token = await journey.mint(bare.merchant.ref);
  await bare.say(await bare.init({ token }));
  await expect(notice(page)).toHaveCount(0);
  await expectTyped(page);
  await expect.poll(() => withToken(bare, token)).not.toEqual([]);
  expect(await bare.heard()).toHaveLength(2);
});

test("a host that has none is told the same, and its next one is still taken", async ({ page, bare, journey }) => {
  await typeAndExpire(page, bare, await journey.mint(bare.merchant.ref), true);
  await expectAsked(bare);
  await bare.say(sealed({ type: "token-failed" }));
  await expect(notice(page)).toBeVisible();
  expect((await bare.heard()).at(-1)).toMatchObject({ type: "error", code: "TOKEN_EXPIRED" });
  await bare.say(sealed({ type: "token", token: await journey.mint(bare.merchant.ref) }));
  await expect(notice(page)).toHaveCount(0);
  await expectTyped(page);
});

test("another merchant's token is refused: what is typed is not theirs", async ({
  page,
  bare,
  journey,
  marketplace,
}) => {
  const other = {
    thirdPartyCustomerId: "shop-2",
    businessName: "Bola",
    email: "b@shop.example",
    phoneNumber: "+2348012345679",
  };
  await marketplace.client.ask("POST", "/api/v1/marketplace-api/merchants", { body: other });
  const token = await journey.mint("shop-2");
  await typeAndExpire(page, bare, await journey.mint(bare.merchant.ref), true);
  await expectAsked(bare);
  await bare.say(sealed({ type: "token", token }));
  await expect(notice(page)).toBeVisible();
  expect((await bare.heard()).slice(2)).toEqual([
    { type: "error", code: "TOKEN_INVALID", message: expect.stringContaining("another merchant") },
  ]);
  expect(withToken(bare, token)).toEqual([]);
  await expectTyped(page);

  await bare.say(await bare.init());
  await expect(notice(page)).toHaveCount(0);
  await expectTyped(page);
});
