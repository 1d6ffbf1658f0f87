import { readFile } from "node:fs/promises";
import { expect } from "playwright/test";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { merchantOf } from "@/e2e/merchant";
import { cardOf } from "./cards";
import { test } from "./dashboard-test";

test("a merchant's page tells its score by component, KYC, requests and events; its list is taken as CSV", async ({
  dashboard,
  marketplace,
}) => {
  const seller = merchantOf(marketplace.client, "well-known");
  await seller.create({ businessName: "=Well Known" });
  await seller.sendSales();
  await seller.sendKyc();
  await seller.fund();
  await marketplace.run();
  await merchantOf(marketplace.client, "left-out").create();

  const page = await dashboard.open("test/merchants?kyc=APPROVED", "VIEWER");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^merchants-test-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(
    /Merchant id,Your merchant id,Business name,Connection,KYC,Score,Tier,Lending cap,Loans,Since$/,
  );
  // A spreadsheet would take a name that begins with = for a formula.
  expect(lines[1]).toMatch(/^mer_\w+,well-known,'=Well Known,ACTIVE,APPROVED,[\d.]+,[A-D],[\d.]+,APPROVED,/);

  await page.getByRole("link", { name: "=Well Known" }).click();
  const score = cardOf(page, "Score");
  await expect(score.getByRole("progressbar", { name: "Sales" })).toHaveAttribute("aria-valuenow", /^\d+$/);
  await expect(score.getByRole("progressbar")).toHaveCount(6);
  await expect(cardOf(page, "KYC")).toContainText("Approved");
  await expect(page.getByRole("table", { name: "Funding requests" }).getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("table", { name: "Loans" })).toContainText("Offer");
  await expect(page.getByRole("table", { name: "Events" })).toContainText("A funding request became a loan");
  await expect(cardOf(page, "Consent")).toContainText("consented to nothing");
  await expectLooksRightEverywhere(page, "dashboard-merchant");
});
