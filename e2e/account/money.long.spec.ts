import { readFile } from "node:fs/promises";
import { expect } from "@/e2e/fixtures";
import { openLending, reportsOf } from "@/e2e/lending";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { expectWalkableByKeyboard } from "@/e2e/pages/keyboard";
import { signInAside } from "@/e2e/pages/merchant";
import { test } from "@/e2e/pages/page-test";
import { addHolder } from "@/e2e/staff";

test("an account sees its offers and follows its loan, sale by sale, to a file for its books", async ({
  page,
  marketplace,
  sql,
}) => {
  const lending = await openLending(marketplace, sql);
  const borrower = await lending.offer("followed");
  await signInAside(page, await addHolder(sql, borrower.merchantId));
  const main = page.getByRole("main");
  const looks = (name: string) => expectLooksRightEverywhere(page, name);
  async function walks(name: string) {
    await page.setViewportSize({ width: 360, height: 800 });
    await expectWalkableByKeyboard(page, name);
  }

  await page.goto("/account/offers");
  await expect(main).toContainText("You get₦120,000.00");
  await looks("account-offers");
  await main.getByRole("link", { name: "See the whole offer" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Offer of ₦120,000.00");
  await main.getByText("Read the terms").click();
  await looks("account-offer");
  await walks("account-offer");
  await lending.help(borrower.loanId, "accept");
  const { deducted, reversed } = reportsOf(borrower);
  await lending.send("repayment", deducted("sale-1", 5_000));
  await lending.send("repayment", deducted("sale-2", 3_000));
  await lending.send("repayment", reversed("back-1", "sale-1", 1_500));

  await page.goto("/account/offers");
  await expect(main).toContainText("No offers right now");
  await page.goto("/account/loans");
  await looks("account-loans");
  await main.getByRole("list", { name: "Open loans" }).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Loan of ₦120,000.00");
  await expect(main).toContainText("₦6,500.00");
  await expect(main).toContainText("₦1,500.00 of it was taken back by reversal back-1");
  await main.getByRole("link", { name: "deduction sale-1" }).click();
  await expect(main.getByRole("listitem").filter({ hasText: "₦5,000.00" })).toBeFocused();
  await looks("account-loan");
  await walks("account-loan");

  await page.goto("/account/payments?way=SALES");
  await expect(main.getByRole("row")).toHaveCount(4);
  await expect(main).toContainText("sale-1, ₦1,500.00 reversed later");
  await looks("account-payments");
  await walks("account-payments");
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    main.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect((await readFile(await csv.path(), "utf8")).split("\r\n")).toHaveLength(5);
});

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
