import type { Page } from "playwright/test";
import { createClient } from "@/e2e/client";
import { expect } from "@/e2e/fixtures";
import { reportsOf } from "@/e2e/lending";
import { expectLooksRightEverywhere, expectStepLooksRight } from "@/e2e/looks";
import { merchantOf } from "@/e2e/merchant";
import { signedWebhook } from "@/e2e/sign-webhook";
import { addOperator, addStaff, openDashboard, signInStaff } from "@/e2e/staff";
import { transferFates } from "@/test/paystack/transfer-fates";
import { entering } from "./hands";
import { lookAgain } from "./inner";
import {
  account,
  addLenderWithoutRail,
  giveRail,
  operatorOf,
  owner,
  readyForLive,
  liveTest as test,
} from "./live-service";
import { walkIn } from "./walk";

/** The agreement at the provider's page, which leads back to a page of the service. */
async function agreeAt(bank: Page): Promise<void> {
  await expect(bank.getByRole("heading", { level: 1 })).toHaveText("Set up direct debit");
  await bank.getByLabel("Bank").selectOption({ label: "Guaranty Trust Bank" });
  await bank.getByLabel("Account number").fill(account.number);
  await bank.getByRole("button", { name: "Agree" }).click();
  await expect(bank.getByRole("heading", { level: 1 })).toHaveText("You can close this tab");
}

test("a live loan: asked for, agreed to at the provider, paid when the lender has the money, deducted, debited, repaid", async ({
  page,
  browser,
  journey,
  host,
  marketplace,
  service: { instance, provider },
  sql,
}) => {
  const { marketplaceId, client: forTest } = marketplace;
  const signIns = [await addOperator(sql), await addOperator(sql)] as const;
  const operators = [await operatorOf(instance, signIns[0]), await operatorOf(instance, signIns[1])] as const;
  const [operator] = operators;
  const developer = await addStaff(sql, marketplaceId, "ADMIN");
  const staff = await openDashboard(instance.address, developer);
  const { secretKey, apiSecret } = await readyForLive(staff, forTest, sql, marketplaceId);
  const lenderId = await addLenderWithoutRail(operator);

  // The lender makes it whole.
  const dashboard = await browser.newPage();
  await signInStaff(dashboard, developer);
  await dashboard.goto(`${instance.address}/dashboard/test/go-live`);
  await expect(dashboard.getByText("7 of 8 done")).toBeVisible();
  await expectLooksRightEverywhere(dashboard, "live/go-live");
  await giveRail(lenderId, [...operators]);
  await dashboard.reload();
  await expect(dashboard.getByText("8 of 8 done")).toBeVisible();
  await dashboard.getByRole("button", { name: "Ask to go live" }).click();
  await dashboard.getByRole("button", { name: "Send the request" }).click();
  await expect(dashboard.getByText("We are looking at it")).toBeVisible();
  expect(await operator.says("marketplace", "live", marketplaceId)).toContain("It is live.");

  const client = createClient({ address: instance.address, secretKey });
  const merchant = merchantOf(client, "ada");
  const { merchantId } = await merchant.create();
  await merchant.sendSales();
  await merchant.sendKyc();
  expect(await operator.says("kyc", "approve", merchantId)).toContain("APPROVED");

  await journey.register([host.origin], "live");
  const { token } = await client.ask("POST", `${merchant.base}/embed-tokens`);
  const frame = await journey.open("ada", { token, environment: "live" });
  const walk = walkIn(frame, entering(page));
  await walk.funding();
  await walk.offered();
  await walk.accept();
  const name = "ada Trading";
  await provider.control.accounts.set({ ...account, name });
  await walk.shows("Where should the money go?");
  await walk.field("Bank").fill("kuda");
  const kuda = frame.getByRole("option", { name: /^Kuda Microfinance Bank/ });
  await expect(kuda).toContainText("You cannot agree to direct debit at this bank");
  await kuda.click();
  const said = frame.getByText("You cannot agree to direct debit at this bank, which the loan needs: choose another");
  await expect(said).toBeVisible();
  await expectStepLooksRight(page, "live-0-bank-without-debits");
  await walk.account();
  await expect(said).toHaveCount(0);
  await expect(frame.getByText(name).first()).toBeVisible();
  await expectStepLooksRight(page, "live-1-account");
  await walk.confirmAccount();
  await walk.shows("Agree to repayments at your bank");
  const link = frame.getByRole("link", { name: /^Agree at your bank/ });
  await expect(link).toBeVisible();
  await expectStepLooksRight(page, "live-2-mandate");
  const [bank] = await Promise.all([page.waitForEvent("popup"), link.press("Enter")]);
  await agreeAt(bank);
  await expectLooksRightEverywhere(bank, "live/back-from-the-bank");
  await bank.close();

  const [{ id: loanId = "" } = {}] = await sql`select id from loans where merchant_id = ${merchantId}`;
  await walk.shows("Agree to repayments at your bank");
  await page.bringToFront();
  await lookAgain(page);
  await expect(frame.getByText("You have agreed, and your bank is confirming it")).toBeVisible();
  await expectStepLooksRight(page, "live-3-mandate-pending");
  const [mail] = await sql`select body from mails where loan_id = ${loanId} and kind = 'MANDATE_AGREED'`;
  expect(mail?.body).toContain("can take a day");

  // The holder's transfer has arrived there; the service asks by itself, later than a test may take.
  const [mandate] = await sql`select begun_reference from mandates where loan_id = ${loanId}`;
  await provider.control.mandates.activate(mandate?.begun_reference);
  await sql`update mandates set due_at = now() where loan_id = ${loanId}`;
  await walk.shows("Your money waits to be sent");
  await expectStepLooksRight(page, "live-4-payout-waits");
  expect(await operator.says("rail", "waiting")).toMatch(/^payout +BALANCE +₦150,000\.00 of LN-/m);
  await dashboard.goto(`${instance.address}/dashboard/live/loans/${loanId}`);
  await expect(dashboard.getByText("Its payout waits for the lender’s money")).toBeVisible();
  await expectLooksRightEverywhere(dashboard, "live/loan-waits");

  // Asked again at once, instead of after a delay that is as long as it has waited.
  const sent = () => sql`update payouts set due_at = now() where loan_id = ${loanId} and status = 'PENDING'`;
  await provider.control.faults.plan({ method: "POST", path: "/transfer", fate: transferFates["failed: processor"] });
  await provider.control.money.topUp(owner, 20_000_000);
  await expect(async () => {
    await sent();
    await expect(walk.heading).toHaveText("We are looking at your payout", { timeout: 2_000 });
  }).toPass();
  await expectStepLooksRight(page, "live-5-payout-held");
  await dashboard.reload();
  await expectLooksRightEverywhere(dashboard, "live/loan-held");
  expect(await operator.says("payout", "list")).toContain("(Paystack: failed: System malfunction)");
  expect(await operator.says("payout", "release", loanId)).toContain("Released.");
  await expect(async () => {
    await sent();
    await expect(walk.heading).toHaveText("Your loan", { timeout: 2_000 });
  }).toPass();
  await expectStepLooksRight(page, "live-6-paid");
  expect(await provider.control.books.totalPaidOut(owner)).toBe(15_000_000);
  expect(await provider.control.books.received(account.bankCode, account.number)).toBe(15_000_000);

  const reports = reportsOf({ id: merchant.id, merchantId, loanId });
  const by = { apiSecret, marketplaceId };
  const report = async (event: object) => {
    const body = { marketplace: { id: marketplaceId, name: "Market" }, timestamp: new Date().toISOString(), ...event };
    return client.call("POST", "/api/v1/webhooks/marketplace/repayment", signedWebhook(by, body));
  };
  expect((await report(reports.deducted("D-1", 50_000))).status).toBe(200);
  await lookAgain(page);
  await expect(frame.getByText("₦50,000.00").first()).toBeVisible();

  await frame.getByRole("radio", { name: "Another amount" }).check();
  await frame.getByLabel("Amount in naira").fill("40000");
  await walk.press("Pay this amount");
  await walk.press(/^Yes, pay ₦/);
  await expect(async () => {
    await sql`update payments set due_at = now() where loan_id = ${loanId} and status = 'PENDING'`;
    await expect(frame.getByText(/from your account has arrived$/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expectStepLooksRight(page, "live-7-debited");
  expect(await provider.control.books.totalDebited(owner)).toBe(4_000_000);

  const journeyOf = createClient({ address: instance.address, secretKey: token });
  const { outstanding } = await journeyOf.ask("GET", `/api/v1/embed/loans/${loanId}`);
  expect((await report(reports.deducted("D-2", outstanding.total))).status).toBe(200);
  await lookAgain(page);
  await walk.shows("All paid back. Thank you!");
  expect(await provider.control.books.paidTwice()).toEqual([]);
  expect(await provider.control.books.debitedTwice()).toEqual([]);
  await dashboard.close();
});
