import { expect, journeyTest as test } from "@/e2e/embed/journey-test";
import { merchantOf } from "@/e2e/merchant";
import { pointing } from "./hands";
import { business, told, twoPlaces } from "./two-places";
import { walkIn } from "./walk";

test.beforeEach(async ({ marketplace }) => {
  for (const id of ["shop-1", "shop-2"]) await merchantOf(marketplace.client, id).create();
});

test("two journeys on a page, of two merchants: one advances, the other stays; one is destroyed, the other goes on", async ({
  page,
  host,
  journey,
  baseURL,
}) => {
  await page.goto(host.serve("/two", twoPlaces(`${baseURL}/sdk/v1/embed.js`)));
  for (const [place, ref] of [
    ["one", "shop-1"],
    ["two", "shop-2"],
  ] as const) {
    const token = await journey.mint(ref);
    await page.evaluate(([where, secret]) => window.openIn(where, secret), [place, token] as const);
  }
  const walks = ["one", "two"].map((place) => walkIn(page.frameLocator(`#${place} iframe`), pointing(page)));
  const [one, two] = walks;
  if (!one || !two) throw new Error("There are two.");
  await one.shows(business);
  await two.shows(business);
  await one.business();
  await one.shows("Who runs the business?");
  await two.shows(business);
  const advanced = [["ready"], ["step-change", { step: "directors" }]];
  await expect.poll(() => told(page)).toEqual({ one: advanced, two: [["ready"]] });
  await page.evaluate(() => window.journeys.one?.destroy());
  await expect(page.locator("#one iframe")).toHaveCount(0);
  await two.business();
  await two.shows("Who runs the business?");
  await expect.poll(() => told(page)).toEqual({ one: advanced, two: advanced });
});
