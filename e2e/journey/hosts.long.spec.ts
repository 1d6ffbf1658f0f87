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

test.beforeEach(async ({ marketplace }) => {
  for (const id of ["shop-1", "shop-2"]) await merchantOf(marketplace.client, id).create();
});

test("a container that the page removes in the middle of a form ends it without a word", async ({
  page,
  host,
  journey,
  baseURL,
}) => {
  await page.goto(host.serve("/two", twoPlaces(`${baseURL}/sdk/v1/embed.js`)));
  const token = await journey.mint("shop-1");
  await page.evaluate((secret) => window.openIn("one", secret), token);
  const walk = walkIn(page.frameLocator("#one iframe"), pointing(page));
  await walk.shows(business);
  await walk.field("Business name").fill("Half of a na");
  await page.evaluate(() => document.getElementById("one")?.remove());
  await expect.poll(() => page.frames().length).toBe(1);
  await page.evaluate(() => window.journeys.one?.destroy());
  expect(await told(page)).toEqual({ one: [["ready"]], two: [] });
});

test("a host page with a strict policy of its own opens the pinned script, and only the very one", async ({
  page,
  host,
  journey,
  baseURL,
  complaints,
}) => {
  const manifest = await (await fetch(`${baseURL}/sdk/manifest.json`)).json();
  const { file, integrity } = manifest["1.3.0"];
  const strict = {
    "content-security-policy": [
      "default-src 'none'",
      `script-src ${baseURL}/sdk/ 'nonce-page'`,
      `frame-src ${baseURL}`,
      "style-src 'none'",
      "connect-src 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
    ].join("; "),
  };
  const token = await journey.mint("shop-1");
  const withPin = (pin: string) => `<!doctype html><html lang="en"><title>Strict</title><main id="place"></main>
    <script nonce="page" src="${baseURL}/sdk/${file}" integrity="${pin}" crossorigin="anonymous"></script>
    <script nonce="page">window.loaded = "ServiceEmbed" in window;
      if (loaded) ServiceEmbed.ApplicationJourney({ token: ${JSON.stringify(token)}, container: "#place" });</script></html>`;
  await page.goto(host.serve("/strict", withPin(integrity), strict));
  const walk = walkIn(page.frameLocator("#place iframe"), pointing(page));
  await walk.business();
  await walk.shows("Who runs the business?");
  expect(complaints).toEqual([]);

  // One letter of the pin is another, as if the file had changed.
  const other = integrity.replace(/.$/, (last: string) => (last === "A" ? "B" : "A"));
  await page.goto(host.serve("/tampered", withPin(other), strict));
  expect(await page.evaluate(() => "ServiceEmbed" in window)).toBe(false);
  expect(complaints.splice(0).join()).toMatch(/integrity|digest/);
});
