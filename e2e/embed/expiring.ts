import type { Page } from "playwright/test";
import { type BareHost, expect, firstField } from "./bare-host";

/** What becomes of a merchant's work when the token expires, as far as the host and the journey settle it by messages. */

const typed = "12 Broad Street, over the pharmacy";
export const notice = (page: Page) =>
  page.frameLocator("#journey").getByRole("alert").filter({ hasText: "To go on, open this again from Market" });

/** Opens the journey and types something; from then on its token counts as expired. */
export async function typeAndExpire(page: Page, bare: BareHost, token: string, refresh: boolean): Promise<void> {
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

export const withToken = (bare: BareHost, token: string) =>
  bare.calls.filter(({ bearer }) => bearer === `Bearer ${token}`);

export const expectAsked = (bare: BareHost) =>
  expect.poll(bare.heard).toEqual([{ type: "ready" }, { type: "token-request" }]);
export const expectTyped = (page: Page) => expect(firstField(page)).toHaveValue(typed);
