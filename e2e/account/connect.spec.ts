import type { Page } from "playwright/test";
import { api, createClient } from "@/e2e/client";
import { expect } from "@/e2e/fixtures";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { newPerson, signUp } from "@/e2e/pages/merchant";
import { test } from "@/e2e/pages/page-test";

const address = process.env.BASE_URL ?? "";

/** The demo marketplace is the same server under its other name. */
const demo = address.replace("localhost", "127.0.0.1");

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Allows it at the demo marketplace, as a new seller or as the one named, and comes back. @returns the seller's id. */
async function allowAtDemo(page: Page, known?: string): Promise<string> {
  await expect(heading(page)).toHaveText("Sign in to Demo Market");
  if (known === undefined) await page.getByRole("button", { name: /^Sign in as a new seller/ }).click();
  else {
    await page.getByLabel("Another seller’s ID").fill(known);
    await press(page, "Sign in");
  }
  await expect(heading(page)).toHaveText(/^Allow Marketplace Financing to read the sales of/);
  const seller = new URL(page.url()).searchParams.get("seller") ?? "";
  expect(page.url()).toContain(`${demo}/demo/authorize?`);
  await press(page, "Allow");
  await page.waitForURL(`${address}/account/connections/*`);
  return seller;
}

/** An account that is new, with a shop of the demo marketplace. */
async function connectedShop(page: Page): Promise<string> {
  await signUp(page, newPerson());
  await page.goto("/account/connections/add");
  await press(page, "Connect Demo Market");
  const seller = await allowAtDemo(page);
  await expect(page.getByText("Everything is working")).toBeVisible();
  return seller;
}

/** Goes to the seller's shop at the demo marketplace, does something there, and comes back. */
async function atDemoShop(page: Page, seller: string, act: () => Promise<void>): Promise<void> {
  const back = page.url();
  await page.goto(`${demo}/demo/shop?seller=${seller}`);
  await act();
  await page.goto(back);
}

const choose = (page: Page, fault: string) => async () => {
  await press(page, fault);
  await expect(page.getByRole("button", { name: fault, exact: true })).toHaveAttribute("aria-pressed", "true");
};

test("a new account connects a shop, whose sales are fetched and scored, and ends it again", async ({ page }) => {
  await signUp(page, newPerson());
  await page.goto("/account/connections");
  await page.getByRole("link", { name: "Connect a shop" }).click();
  await expect(heading(page)).toHaveText("Connect a shop");
  await expectLooksRightEverywhere(page, "account-connections-add");
  await press(page, "Connect Demo Market");
  const seller = await allowAtDemo(page);
  await expect(page.getByText("Everything is working")).toBeVisible();
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await expectLooksRightEverywhere(page, "account-connection");
  const shown = page.url();

  const { secretKey } = await (await page.request.get("/api/sandbox/credentials")).json();
  const marketplace = createClient({ address, secretKey });
  const scored = () => marketplace.ask("GET", `${api}/merchants/${seller}`);
  await expect.poll(async () => (await scored()).creditScore?.riskTier).toMatch(/^[AB]$/);

  await press(page, "Disconnect Demo Market");
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect", exact: true }).click();
  await expect(page.getByText("Disconnected", { exact: true }).first()).toBeVisible();
  expect(await scored()).toMatchObject({ connectionStatus: "DISCONNECTED" });
  // Given back at the marketplace, too.
  await page.goto(`${demo}/demo/shop?seller=${seller}`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Nobody but Demo Market.")).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await page.goto(shown);
  await press(page, "Connect at Demo Market");
  const other = await allowAtDemo(page);
  await expect(heading(page)).toHaveText("That was another shop");
  for (const id of [seller, other]) await expect(page.getByText(`ID ${id}`)).toBeVisible();
  await expectLooksRightEverywhere(page, "account-connection-another");
  await press(page, "Try again");
  await allowAtDemo(page, seller);
  await expect(page.getByText("Everything is working")).toBeVisible();
});

test("a marketplace that fails is told plainly and asked again, and a permission that was taken back is given again", async ({
  page,
}) => {
  const seller = await connectedShop(page);
  for (const [fault, told] of [
    ["Is down", /is having a problem at the moment\. We will keep trying/],
    ["Answers nonsense", /sends data that we cannot read/],
  ] as const) {
    await atDemoShop(page, seller, choose(page, fault));
    await press(page, "Update now");
    await expect(page.getByText(told)).toBeVisible();
  }
  await atDemoShop(page, seller, choose(page, "Answers"));
  await press(page, "Update now");
  await expect(page.getByText("Everything is working")).toBeVisible();

  await atDemoShop(page, seller, async () => {
    await expectLooksRightEverywhere(page, "demo-shop");
    await press(page, "Take it back");
    await page.getByRole("dialog").getByRole("button", { name: "Take it back" }).click();
    await expect(page.getByText("Nobody but Demo Market.")).toBeVisible();
  });
  await press(page, "Update now");
  await expect(page.getByText("Your permission has ended")).toBeVisible();
  await press(page, "Give permission again");
  await allowAtDemo(page, seller);
  await expect(page.getByText("Everything is working")).toBeVisible();
});

test("who does not allow it comes back to where it can be tried again", async ({ page }) => {
  await signUp(page, newPerson());
  await page.goto("/account/connections/add");
  await press(page, "Connect Demo Market");
  await expect(heading(page)).toHaveText("Sign in to Demo Market");
  await expectLooksRightEverywhere(page, "demo-authorize");
  await page.getByRole("button", { name: /^Sign in as a new seller/ }).click();
  await expect(heading(page)).toHaveText(/^Allow/);
  await expectLooksRightEverywhere(page, "demo-authorize-asking");
  await press(page, "Do not allow");
  await page.waitForURL(`${address}/account/connections/add?**`);
  await expect(page.getByText("You did not give permission")).toBeVisible();
});
