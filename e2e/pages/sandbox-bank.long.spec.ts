import { expect } from "@/e2e/fixtures";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { agree, decline, heading, merchantAtTheBank } from "./at-the-bank";
import { test } from "./page-test";

test("a merchant declines, and may ask again", async ({ page, marketplace, sql }) => {
  const merchant = await merchantAtTheBank(marketplace, sql);
  const link = await merchant.newLink();
  await page.goto(link);
  await expect(decline(page)).toBeEnabled();
  await decline(page).click();
  await expect(heading(page)).toHaveText("You have not agreed");
  await expectLooksRightEverywhere(page, "sandbox-bank-declined");
  expect(await merchant.loan()).toMatchObject({ stage: "mandate", mandate: "PENDING" });

  await page.goto(link);
  await expect(heading(page)).toHaveText("This link has been used");
  await expectLooksRightEverywhere(page, "sandbox-bank-used");
  await expect(agree(page)).toHaveCount(0);
  await page.goto(await merchant.newLink());
  await expect(agree(page)).toBeEnabled();
});

test("what happens while the page is open is shown on answering", async ({ page, marketplace, sql }) => {
  const merchant = await merchantAtTheBank(marketplace, sql);
  await page.goto(await merchant.newLink());
  await merchant.changeAccount();
  await expect(agree(page)).toBeEnabled();
  await agree(page).click();
  await expect(heading(page)).toHaveText("The account has been changed");
  await expect(agree(page)).toHaveCount(0);
  expect(await merchant.loan()).toMatchObject({ stage: "mandate", mandate: "NONE" });
  await expectLooksRightEverywhere(page, "sandbox-bank-changed");
});
