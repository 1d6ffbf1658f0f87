import type { Page } from "playwright/test";
import type postgres from "postgres";
import { expect } from "@/e2e/fixtures";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { signInAside } from "@/e2e/pages/merchant";
import { test } from "@/e2e/pages/page-test";
import { addAccount } from "@/e2e/staff";
import { allowAtDemo, demo, heading, press } from "./demo-shop";

/** An account that is new, with a shop of the demo marketplace. */
async function connectedShop(page: Page, sql: postgres.Sql): Promise<string> {
  await signInAside(page, await addAccount(sql));
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

test("a marketplace that fails is told plainly and asked again, and a permission that was taken back is given again", async ({
  page,
  sql,
}) => {
  const seller = await connectedShop(page, sql);
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

test("an ended connection is made again with the shop that it was, and with no other", async ({ page, sql }) => {
  const seller = await connectedShop(page, sql);
  await press(page, "Disconnect Demo Market");
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect", exact: true }).click();
  await expect(page.getByText("Disconnected", { exact: true }).first()).toBeVisible();
  await press(page, "Connect at Demo Market");
  const other = await allowAtDemo(page);
  await expect(heading(page)).toHaveText("That was another shop");
  for (const id of [seller, other]) await expect(page.getByText(`ID ${id}`)).toBeVisible();
  await expectLooksRightEverywhere(page, "account-connection-another");
  await press(page, "Try again");
  await allowAtDemo(page, seller);
  await expect(page.getByText("Everything is working")).toBeVisible();
});
