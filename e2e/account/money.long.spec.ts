import { expect } from "@/e2e/fixtures";
import { openLending, reportsOf } from "@/e2e/lending";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { expectWalkableByKeyboard } from "@/e2e/pages/keyboard";
import { signInAside } from "@/e2e/pages/merchant";
import { test } from "@/e2e/pages/page-test";
import { addHolder } from "@/e2e/staff";

test("an account reads and takes along what it agreed to, and its statement", async ({ page, marketplace, sql }) => {
  const lending = await openLending(marketplace, sql);
  const borrower = await lending.borrow("kept");
  const { deducted, reversed } = reportsOf(borrower);
  await lending.send("repayment", deducted("sale-1", 5_000));
  await lending.send("repayment", reversed("back-1", "sale-1", 1_500));
  await signInAside(page, await addHolder(sql, borrower.merchantId));
  const main = page.getByRole("main");
  const looks = (name: string) => expectLooksRightEverywhere(page, name);

  await page.goto("/account/agreements");
  await looks("account-agreements");
  const [pdf] = await Promise.all([
    page.waitForEvent("download"),
    main.getByRole("link", { name: "Download the agreement (PDF)" }).click(),
  ]);
  expect(pdf.suggestedFilename()).toMatch(/^agreement-LN-[\w-]+\.pdf$/);
  await main.getByRole("link", { name: "Read it" }).click();
  await expect(main.getByRole("heading", { name: "What you agreed to" })).toBeVisible();
  await looks("account-agreement");
  await page.goto("/account/statements");
  await looks("account-statements");
  await page.setViewportSize({ width: 360, height: 800 });
  await expectWalkableByKeyboard(page, "account-statements");
  await main.getByRole("link", { name: "Read or print" }).click();
  await expect(main).toContainText("Transactions");
  await looks("account-statement");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("[data-statement]")).toContainText("takes back sale-1");
  await expect(main).toBeHidden();
});
