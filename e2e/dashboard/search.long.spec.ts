import { expect } from "playwright/test";
import { openLending, reportsOf } from "@/e2e/lending";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { test } from "./dashboard-test";

test("one search finds a deduction, a merchant and its loan, by keyboard, in its data set alone", async ({
  dashboard,
  marketplace,
  sql,
}) => {
  const lending = await openLending(marketplace, sql);
  const borrower = await lending.borrow("sought");
  await lending.send("repayment", reportsOf(borrower).deducted("sought-1", 3_000));
  await marketplace.run();
  const page = await dashboard.open("test/team", "VIEWER");
  await expect(page.getByRole("button", { name: /^Keys/ })).toBeEnabled();
  await page.keyboard.press("/");
  await page.keyboard.type("sought-1");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Search" })).toBeVisible();
  const reports = page.getByRole("table", { name: "Orders and deductions" });
  await expect(reports.getByRole("row", { name: /sought-1/ })).toContainText("₦3,000.00");

  await page.getByLabel("Merchant, loan, reference, order or e-mail").fill("sought");
  await expect(page.getByRole("table", { name: "Merchants" }).getByRole("row")).toHaveCount(2);
  await expect(reports).toHaveCount(0);
  await expectLooksRightEverywhere(page, "dashboard-search");
  const loan = page.getByRole("table", { name: "Loans" }).getByRole("rowheader").getByRole("link");
  await loan.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/loans/${borrower.loanId}$`));

  await page.goto("/dashboard/live/search?q=sought");
  await expect(page.getByText("Nothing found")).toBeVisible();
});
