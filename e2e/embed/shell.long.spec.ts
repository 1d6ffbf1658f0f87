import { api } from "@/e2e/client";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { expect, firstField, bareTest as test } from "./bare-host";

test("a step whose code does not load can be retried", async ({ page, bare, complaints }) => {
  const frame = await bare.visit();
  await frame.waitForLoadState("load");
  await page.route("**/_next/static/**/*.js", (route) => route.abort());
  await bare.say(await bare.init());
  const journey = page.frameLocator("#journey");
  await expect(journey.getByRole("heading", { level: 1 })).toHaveText("This part could not be loaded");

  await page.unrouteAll();
  await journey.getByRole("button", { name: "Try again" }).click();
  await expect(firstField(page)).toBeVisible();
  for (const complaint of complaints.splice(0)) expect(complaint).toContain("ERR_FAILED");
});

test("an error in rendering is reported to the host, and the page can be reloaded", async ({
  page,
  bare,
  complaints,
}) => {
  await page.route("**/api/v1/embed/session", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), kyc: null } });
  });
  const frame = await bare.visit();
  await frame.waitForLoadState("load");
  await bare.say(await bare.init());
  const journey = page.frameLocator("#journey");
  await expect(journey.getByRole("heading", { level: 1 })).toHaveText("Something went wrong on our side");
  expect(await bare.heard()).toContainEqual({ type: "error", code: "INTERNAL", message: expect.any(String) });
  expect(complaints.splice(0)).not.toEqual([]);

  await page.unrouteAll();
  const again = page.waitForEvent("framenavigated");
  await journey.getByRole("button", { name: "Load again" }).click();
  await again;
  await frame.waitForLoadState("load");
  await bare.say(await bare.init());
  await expect(firstField(page)).toBeVisible();
});

test("steps can be visited and revisited, each is reported once, and each begins in view", async ({
  page,
  bare,
  marketplace,
}) => {
  await page.setViewportSize({ width: 360, height: 600 });
  const business = {
    businessName: "Ada Foods",
    businessType: "SOLE_PROPRIETORSHIP",
    operatingAddress: "12 Broad Street",
  };
  await marketplace.client.ask("PUT", `${api}/merchants/${bare.merchant.ref}/business-info`, { body: business });
  const frame = await bare.visit();
  await frame.waitForLoadState("load");
  await bare.say(await bare.init());
  const journey = page.frameLocator("#journey");
  const title = journey.getByRole("heading", { level: 1 });
  await expect(journey.getByText("Step 2 of 9: Directors")).toBeVisible();

  await journey.getByRole("button", { name: "All steps" }).click();
  await expect(journey.getByRole("listitem").filter({ hasText: "Directors" })).toHaveAttribute("aria-current", "step");
  await journey.getByRole("button", { name: "Business" }).click();
  await expect(journey.getByText("Step 1 of 9: Business")).toBeVisible();
  await expect(firstField(page)).toHaveValue("12 Broad Street");

  await journey.getByRole("button", { name: "Continue" }).click();
  await expect(journey.getByText("Step 2 of 9: Directors")).toBeVisible();
  await expect(title).toBeInViewport();
  expect(await bare.heard()).toEqual([
    { type: "ready" },
    { type: "step-change", step: "business-info" },
    { type: "step-change", step: "directors" },
  ]);
});

test.describe("narrow and wide, light and dark", () => {
  test.use({ viewport: { width: 360, height: 800 } });

  test("where it may be shown nowhere, it says that", async ({ page, marketplace }) => {
    const answer = await page.goto(`/embed/${marketplace.marketplaceId}?env=live`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This cannot be shown here");
    await expectLooksRightEverywhere(page, "journey-nowhere");
  });

  test("a service out of reach can be tried again", async ({ page, bare, complaints }) => {
    await page.route("**/api/v1/embed/session", (route) => route.abort());
    const frame = await bare.visit();
    await frame.waitForLoadState("load");
    await bare.say(await bare.init());
    const journey = page.frameLocator("#journey");
    await expect(journey.getByRole("heading", { level: 1 })).toHaveText("This could not be opened");
    expect(await bare.heard()).toEqual([{ type: "error", code: "NETWORK", message: expect.any(String) }]);
    await expectLooksRightEverywhere(page, "journey-unreachable");
    expect(complaints.splice(0)).toEqual([expect.stringContaining("ERR_FAILED")]);

    await page.unrouteAll();
    await journey.getByRole("button", { name: "Try again" }).click();
    await expect(firstField(page)).toBeVisible();
    expect((await bare.heard()).at(-1)).toEqual({ type: "ready" });
  });
});

test("where the host keeps the frame low, one can scroll in it", async ({ page, bare }) => {
  const frame = await bare.visit({ fixed: 300 });
  await frame.waitForLoadState("load");
  await bare.say(await bare.init());
  const journey = page.frameLocator("#journey");
  await expect(firstField(page)).toBeVisible();
  await expect.poll(() => frame.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe("auto");
  await journey.getByRole("button", { name: "Continue" }).scrollIntoViewIfNeeded();
  await expect(journey.getByRole("button", { name: "Continue" })).toBeInViewport();
});
