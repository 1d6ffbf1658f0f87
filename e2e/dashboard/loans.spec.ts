import { expect } from "playwright/test";
import { openLending } from "@/e2e/lending";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { test } from "./dashboard-test";
import { settledLoan } from "./settled-loan";

test("a loan is found, with its schedule, agreement, repayments, ledger and days", async ({
  dashboard,
  marketplace,
  sql,
}) => {
  const { loanId } = await settledLoan(await openLending(marketplace, sql), "found");
  await marketplace.run();
  const page = await dashboard.open("test/loans");
  await page.getByLabel("Loan or merchant, by reference or id").fill("found");
  await expect(page).toHaveURL(/q=found/);
  await page.getByLabel("State").selectOption({ label: "Repaid" });
  await expect(page.getByText("No such loans")).toBeVisible();
  await page.getByLabel("State").selectOption({ label: "Active" });
  const row = page.getByRole("row").filter({ hasText: "Active" });
  await expect(row).toHaveCount(1);
  await row.getByRole("rowheader").getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(loanId));
  await expect(page.getByRole("table", { name: "Schedule" }).getByRole("row")).toHaveCount(4);
  await expectLooksRightEverywhere(page, "dashboard-loan");

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the agreement" }).click();
  expect((await download).suggestedFilename()).toMatch(/^agreement-LN-.+\.pdf$/);

  await page.getByRole("link", { name: "Repayments" }).click();
  await expect(page.getByRole("row").filter({ hasText: "found-1" })).toContainText("found-week");
  await page.getByRole("link", { name: "Ledger" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Paid out" })).toContainText("₦120,000.00");
  await expectLooksRightEverywhere(page, "dashboard-loan-ledger");
  await page.getByRole("link", { name: "Agreed and taken" }).click();
  await expect(page.getByText("₦4,000.00").first()).toBeVisible();
  await expectLooksRightEverywhere(page, "dashboard-loan-days");
});
