import { randomUUID } from "node:crypto";
import { anyAddress } from "@/e2e/client";
import { mailedLink, typeSignIn } from "@/e2e/dashboard/account";
import { expect } from "@/e2e/fixtures";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { test } from "./console-test";

test("a marketplace is taken live with its checklist before one's eyes, and suspended", async ({
  console,
  sql,
  marketplace,
}) => {
  const page = await console.open(`test/marketplaces?q=${marketplace.marketplaceId}`);
  await page.getByRole("rowheader").getByRole("link").first().click();
  await expect(page.getByText("A test loan was paid out and repaid")).toBeVisible();
  await page.getByRole("button", { name: "Take live" }).click();
  await expect(page.getByRole("alertdialog").or(page.getByRole("dialog"))).toContainText(
    "of the checklist does not hold yet",
  );
  await page.getByRole("dialog").getByRole("button", { name: "Take live" }).click();
  await expect(page.getByText("Live", { exact: true }).nth(1)).toBeVisible();
  await page.getByRole("button", { name: "Suspend" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("October is not remitted.");
  await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByText("Suspended", { exact: true })).toBeVisible();
  const [mail] =
    await sql`select body from mails where marketplace_id = ${marketplace.marketplaceId} and body like '%October%'`;
  expect(mail?.body).toContain("Loans that are out go on");
  await page.getByRole("button", { name: "End the suspension" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("It has come.");
  await page.getByRole("dialog").getByRole("button", { name: "End it" }).click();
  await expect(page.getByText("Suspended", { exact: true })).toHaveCount(0);
  await expectLooksRightEverywhere(page, "ops-marketplace");
});

test("a lender is added, limited and paused; whoever only looks can do none of it", async ({ console }) => {
  const page = await console.open("test/lenders");
  const name = `Lender ${randomUUID().slice(0, 8)}`;
  await page.getByRole("button", { name: "Add a lender" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Least that it lends, in naira").fill("5,000");
  await dialog.getByLabel("Most that it lends one merchant, in naira").fill("2,000");
  await dialog.getByLabel("Least deduction of a sale, in naira").fill("100");
  await dialog.getByLabel("Tier").selectOption("D");
  await dialog.getByLabel("Tenor").selectOption("730");
  await dialog.getByLabel("Lowest deduction, % of a sale").fill("10");
  await dialog.getByLabel("Highest deduction, % of a sale").fill("25");
  await dialog.getByLabel("Rate, % for 30 days").fill("30");
  await dialog.getByRole("button", { name: "Add it" }).click();
  await expect(dialog.getByText("must not be below the minimum", { exact: false })).toBeVisible();
  await dialog.getByLabel("Most that it lends one merchant, in naira").fill("2,000,000");
  await dialog.getByRole("button", { name: "Add it" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await page.getByRole("button", { name: "Pause" }).click();
  await dialog.getByLabel("Reason").fill("Asked for by the lender.");
  await dialog.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Change limits" }).click();
  await dialog.getByLabel("Out at once, in all").fill("50,000,000");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("₦50,000,000.00").first()).toBeVisible();
  await page
    .getByRole("row", { name: /^D, 730 days/ })
    .getByRole("button", { name: "Change" })
    .click();
  await dialog.getByLabel("Rate, % for 30 days").fill("2.5");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: /^D, 730 days/ })).toContainText("2.5%");
  await expectLooksRightEverywhere(page, "ops-lender");
  const looking = await console.another(page.url().split("/ops/")[1], "READ_ONLY");
  await expect(looking.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(looking.getByRole("main").getByRole("button")).toHaveCount(0);
});

test("somebody becomes an operator by two, and chooses a password that nobody else has seen", async ({
  console,
  page,
  browser,
  sql,
}) => {
  await console.open("test/people");
  const email = `${randomUUID()}@operators.example`;
  await page.getByRole("button", { name: "Add somebody" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail address").fill(email);
  await dialog.getByLabel("Name").fill("Third reviewer");
  await dialog.getByLabel("Role").selectOption("REVIEWER");
  await dialog.getByLabel("Reason").fill("More cases than two can read.");
  await dialog.getByRole("button", { name: "Propose it" }).click();
  await expect(page.getByText("Proposed: another administrator decides.")).toBeVisible();
  expect(await sql`select id from users where email = ${email}`).toHaveLength(0);
  await expectLooksRightEverywhere(page, "ops-people");
  const other = await console.another("test/proposals?by=OTHERS");
  await other
    .getByRole("row", { name: new RegExp(email) })
    .getByRole("link")
    .click();
  await other.getByRole("button", { name: "Approve" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(other.getByText("Approved", { exact: true }).first()).toBeVisible();
  await page.goto("/ops/test/audit");
  await expect(page.getByText("kind: OPERATOR_ADD").first()).toBeVisible();
  await expectLooksRightEverywhere(page, "ops-audit");

  const third = await browser.newPage({ extraHTTPHeaders: anyAddress() });
  const password = randomUUID();
  await third.goto(await mailedLink(third, email, "/ops/reset-password"));
  await third.getByLabel("New password", { exact: true }).fill(password);
  await third.getByRole("button", { name: "Change password" }).click();
  await expect(third).toHaveURL(/\/ops\/login/);
  await typeSignIn(third, { email, password });
  await expect(third.getByText("Reviewer", { exact: true }).first()).toBeVisible();
  await third.context().close();
});
