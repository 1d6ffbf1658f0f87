import { api, createClient } from "@/e2e/client";
import { expect } from "@/e2e/fixtures";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { signInAside } from "@/e2e/pages/merchant";
import { test } from "@/e2e/pages/page-test";
import { addAccount } from "@/e2e/staff";
import { address, allowAtDemo, demo, heading, press } from "./demo-shop";

test("a new account connects a shop, whose sales are fetched and scored, and ends it again", async ({ page, sql }) => {
  await signInAside(page, await addAccount(sql));
  await page.goto("/account/connections");
  await page.getByRole("link", { name: "Connect a shop" }).click();
  await expect(heading(page)).toHaveText("Connect a shop");
  await expectLooksRightEverywhere(page, "account-connections-add");
  await press(page, "Connect Demo Market");
  const seller = await allowAtDemo(page);
  await expect(page.getByText("Everything is working")).toBeVisible();
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await expectLooksRightEverywhere(page, "account-connection");

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
});

test("who does not allow it comes back to where it can be tried again", { tag: "@long" }, async ({ page, sql }) => {
  await signInAside(page, await addAccount(sql));
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
