import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeJwt, SignJWT } from "jose";
import type { Page } from "playwright/test";
import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { sharedDataDir } from "@/e2e/fixtures";
import { merchantOf } from "@/e2e/merchant";
import { pointing } from "./hands";
import { typedBusiness, walkIn } from "./walk";

/** The same token as the service would have made it half an hour ago. */
async function asOfOld(token: string): Promise<string> {
  const { TOKEN_KEY } = JSON.parse(readFileSync(join(sharedDataDir(), "secrets.json"), "utf8"));
  const issued = Math.floor(Date.now() / 1000) - 1_800;
  return new SignJWT({ ...decodeJwt(token), iat: issued, exp: issued + 900 })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(Buffer.from(TOKEN_KEY, "base64"));
}

/** From now on the token is as old as it would be after a long pause: the service itself says what it thinks of that. */
async function letExpire(page: Page, token: string) {
  const expired = `Bearer ${await asOfOld(token)}`;
  await page.route("**/api/v1/embed/**", async (route) => {
    const headers = route.request().headers();
    const old = headers.authorization === `Bearer ${token}`;
    await route.continue(old ? { headers: { ...headers, authorization: expired } } : {});
  });
}

for (const refresh of [true, false]) {
  test(`expired in the middle of a form, ${refresh ? "with" : "without"} fetchToken`, async ({
    page,
    journey,
    marketplace,
    complaints,
  }) => {
    await merchantOf(marketplace.client, "slow").create();
    const token = await journey.mint("slow");
    const walk = walkIn(await journey.open("slow", { token, refresh }), pointing(page));
    await walk.shows("Tell us about your business");
    await walk.field("Business name").fill(typedBusiness.name);
    await walk.kind("limited");
    await walk.field("Business address").fill(typedBusiness.address);
    await letExpire(page, token);
    await walk.button("Continue").click();
    if (refresh) {
      await walk.shows("Who runs the business?");
      await expect.poll(() => journey.calls()).toEqual([["ready"], ["step-change", { step: "directors" }]]);
      await walk.button(/^Business/).click();
    } else {
      await expect
        .poll(() => journey.calls())
        .toEqual([["ready"], ["error", { code: "TOKEN_EXPIRED", message: expect.stringContaining("fetchToken") }]]);
      await expect(page.frameLocator("iframe").getByText(/^To go on, open this again from Market/)).toBeVisible();
    }
    await expect(walk.field("Business name")).toHaveValue(typedBusiness.name);
    await expect(walk.field("Business address")).toHaveValue(typedBusiness.address);
    // The browser tells the console of every 401.
    for (const complaint of complaints.splice(0)) expect(complaint).toContain("401");
  });
}
