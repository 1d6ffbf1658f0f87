import { expectLooksRightEverywhere } from "@/e2e/looks";
import { attributes, demoOf, list } from "./demo-page";
import { expect, journeyTest as test } from "./journey-test";

test("the demo fits, reads well and is accessible, narrow and wide, light and dark", async ({ page, baseURL }) => {
  // From the service's own address, as the start page links to it.
  await page.goto("/demo");
  expect(page.url()).toBe(demoOf(baseURL));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Be a seller of this marketplace");
  await expect(page).toHaveTitle("Seller centre · Demo Market");
  await expectLooksRightEverywhere(page, "demo");
  await page.getByRole("link", { name: "Anchor Stores" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Anchor Stores");
  await expect(list(page, "Webhooks")).not.toHaveCount(0);
  for (const summary of ["The figures as a table", "In your page", "On your server"]) {
    await page.getByText(summary, { exact: true }).click();
  }
  await list(page, "Webhooks").first().locator("summary").click();
  await expectLooksRightEverywhere(page, "demo-seller");
});

test("with the keyboard alone, on a narrow page", async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(demoOf(baseURL));
  await page.getByRole("button", { name: "With nothing filled in" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\?seller=shop-/);
  const open = page.getByRole("button", { name: "Get funding" });
  await expect(open).toBeEnabled();
  await open.focus();
  await page.keyboard.press("Space");
  await expect.poll(() => attributes(page, "Callbacks", "data-callback")).toEqual(["onReady"]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test("the code it shows is what the page does", async ({ page, baseURL, request }) => {
  await page.goto(`${demoOf(baseURL)}?seller=test-tier-a`);
  await page.getByText("In your page", { exact: true }).click();
  const code = (await page.getByRole("region", { name: "Code for your page" }).textContent()) ?? "";
  const script = page.locator("script[integrity]");
  for (const name of ["src", "integrity"]) expect(code).toContain(`${name}="${await script.getAttribute(name)}"`);
  const versions = Object.values(await (await request.get("/sdk/manifest.json")).json()) as { integrity: string }[];
  expect(await script.getAttribute("integrity")).toBe(versions.at(-1)?.integrity);
  await page.getByLabel("Colour").fill("#aa3300");
  expect(await page.getByRole("region", { name: "Code for your page" }).textContent()).toContain('primary: "#aa3300"');
});

test("errors in words: no such seller, and a script that does not load", async ({ page, baseURL, complaints }) => {
  await page.goto(`${demoOf(baseURL)}?seller=shop-nobody`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no such seller");
  await page.route("**/sdk/**", (route) => route.abort());
  await page.goto(`${demoOf(baseURL)}?seller=test-tier-b`);
  await page.getByRole("button", { name: "Get funding" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeVisible();
  // The browser complains of the script too: that is the point.
  complaints.length = 0;
});
