import { expectLooksRightEverywhere } from "@/e2e/looks";
import { expect, firstField, sealed, bareTest as test } from "./bare-host";

/** The journey around its steps: where it may stand, what it does when something is missing, and its size. */

const insideOnly = "Financing is shown inside the marketplace where you sell.";

test.describe("narrow and wide, light and dark", () => {
  test.use({ viewport: { width: 360, height: 800 } });

  test("opened by itself, it says where it belongs", async ({ page, host, marketplace, journey }) => {
    await journey.register([host.origin]);
    await page.goto(`/embed/${marketplace.marketplaceId}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Open this from your marketplace");
    await expect(page.getByText(insideOnly)).toBeVisible();
    await expectLooksRightEverywhere(page, "journey-alone", { whole: true });
  });

  test("a page that says nothing is waited for, not for ever, and may still speak", { tag: "@long" }, async ({
    page,
    bare,
  }) => {
    await page.clock.install();
    const frame = await bare.visit();
    await frame.waitForLoadState("load");
    await frame.waitForFunction(() => !("journeyInbox" in window));
    await page.clock.fastForward(15_000);
    const journey = page.frameLocator("#journey");
    await expect(journey.getByRole("heading", { level: 1 })).toHaveText("Nothing has come from the marketplace");
    await expectLooksRightEverywhere(page, "journey-unanswered");
    await bare.say(await bare.init());
    await expect(firstField(page)).toBeVisible();
  });

  test("a session that has ended is said over the step, which stays", { tag: "@long" }, async ({
    page,
    bare,
    complaints,
  }) => {
    const frame = await bare.visit();
    await frame.waitForLoadState("load");
    await bare.say(await bare.init());
    const journey = page.frameLocator("#journey");
    await firstField(page).fill("12 Broad Street");
    await bare.say(sealed({ type: "token", token: "garbage" }));
    // Where the merchant looks, however far that is from the top of the frame.
    await expect(journey.getByRole("alert").filter({ hasText: "open this again from Market" })).toBeInViewport();
    await expect(firstField(page)).toHaveValue("12 Broad Street");
    await expectLooksRightEverywhere(page, "journey-ended");
    expect(complaints).toEqual([]);
  });
});

test("the host's look is put on it, by CSSOM, and a bad one is left", async ({ page, bare }) => {
  const frame = await bare.visit();
  await frame.waitForLoadState("load");
  const logo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"/>')}`;
  await bare.say(await bare.init({ theme: { primary: "#ffdd00", radius: "1rem", logo } }));
  const journey = page.frameLocator("#journey");
  const button = journey.getByRole("button", { name: "Continue" });
  await expect(button).toHaveCSS("border-radius", "16px");
  // Yellow is too light for white text on it.
  await expect(button).not.toHaveCSS("background-color", "rgb(255, 221, 0)");
  await expect(journey.locator("img")).toHaveAttribute("src", logo);

  await bare.say(await bare.init({ theme: { primary: "red;}", radius: "99px", logo: "javascript:alert(1)" } }));
  await expect(button).toHaveCSS("border-radius", "8px");
  await expect(journey.locator("img")).toHaveCount(0);
});

test.describe("size", () => {
  const sizes = () => {
    const { scrollHeight, clientHeight } = document.documentElement;
    return { inner: window.innerHeight, hidden: scrollHeight - clientHeight };
  };

  test("where the host follows, nothing is hidden, and the frame shrinks again too", { tag: "@long" }, async ({
    page,
    bare,
  }) => {
    const frame = await bare.visit();
    await frame.waitForLoadState("load");
    await bare.say(await bare.init());
    await expect(firstField(page)).toBeVisible();
    await expect.poll(() => frame.evaluate(sizes)).toMatchObject({ hidden: 0 });
    const { inner: tall } = await frame.evaluate(sizes);
    expect(tall).toBeGreaterThan(700);

    await page.setViewportSize({ width: 360, height: 800 });
    await expect.poll(async () => (await frame.evaluate(sizes)).inner).not.toBe(tall);
    await expect.poll(() => frame.evaluate(sizes)).toMatchObject({ hidden: 0 });
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(async () => (await frame.evaluate(sizes)).inner).toBe(tall);
  });
});
