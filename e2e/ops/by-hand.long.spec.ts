import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { anyAddress, createClient } from "@/e2e/client";
import { setUpSecondFactor } from "@/e2e/dashboard/account";
import { expect, type Marketplace } from "@/e2e/fixtures";
import type { Instance } from "@/e2e/instance";
import {
  account,
  addLenderWithoutRail,
  giveRailByHand,
  liveTest,
  operatorOf,
  readyForLive,
} from "@/e2e/journey/live-service";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { merchantOf } from "@/e2e/merchant";
import { addOperator, addStaff, openDashboard, signInStaff } from "@/e2e/staff";

type Sql = Parameters<typeof addOperator>[0];

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** A scan of a signed form: one grey point. */
const scan = {
  name: "signed.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
    "base64",
  ),
};

/** A treasurer who has come to live data as everybody does: with a second factor, set up where the console leads. */
async function treasurer(page: Page, sql: Sql): Promise<Page> {
  const signIn = await addOperator(sql, "TREASURER");
  await signInStaff(page, signIn, "operator");
  await page.goto("/ops/live");
  await setUpSecondFactor(page, signIn.password);
  return page;
}

/** What waits for another operator on the page where they are is looked at and approved. */
async function approve(other: Page, title: string): Promise<void> {
  await other.getByRole("link", { name: title }).first().click();
  await other.getByRole("button", { name: "Approve" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(other.getByText("Approved", { exact: true }).first()).toBeVisible();
}

async function propose(page: Page, typed: Record<string, string>): Promise<void> {
  const dialog = page.getByRole("dialog");
  for (const [label, text] of Object.entries(typed)) {
    const field = dialog.getByLabel(label);
    if ((await field.evaluate(({ tagName }) => tagName)) === "SELECT") await field.selectOption({ label: text });
    else await field.fill(text);
  }
  await dialog.getByRole("button", { name: "Propose" }).click();
  await expect(dialog).toHaveCount(0);
}

/** Says on an account's page how its statements are read: day, amount and text. */
async function setCsvFormat(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Change the format" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Format").selectOption("CSV");
  await dialog.getByLabel("Column with the date").fill("Date");
  await dialog.getByLabel("As what it is written").selectOption("YYYY-MM-DD");
  await dialog.getByLabel("Column with the amount").fill("Amount");
  await dialog.getByLabel("Columns with its text").fill("Text");
  await dialog.getByRole("button", { name: "Save the format" }).click();
  await expect(dialog).toHaveCount(0);
}

/** A live lender that pays from its online banking, and a loan of it that its merchant has accepted. */
async function acceptedByHand(instance: Instance, { client: forTest, marketplaceId }: Marketplace, sql: Sql) {
  const two = [
    await operatorOf(instance, await addOperator(sql)),
    await operatorOf(instance, await addOperator(sql)),
  ] as Parameters<typeof giveRailByHand>[1];
  const staff = await openDashboard(instance.address, await addStaff(sql, marketplaceId, "ADMIN"));
  const { secretKey } = await readyForLive(staff, forTest, sql, marketplaceId);
  await giveRailByHand(await addLenderWithoutRail(two[0]), two);
  await two[0].says("marketplace", "live", marketplaceId);
  const client = createClient({ address: instance.address, secretKey });
  const merchant = merchantOf(client, "by-hand");
  const { merchantId } = await merchant.create();
  await merchant.sendSales();
  await merchant.sendKyc();
  await two[0].says("kyc", "approve", merchantId);
  await merchant.fund({ tenorDays: 90 });
  const offered = async () => (await merchant.status()).fundingRequests[0]?.loanId;
  await expect.poll(offered).toBeTruthy();
  const loanId: string = await offered();
  const { token } = await client.ask("POST", `${merchant.base}/embed-tokens`);
  const own = createClient({ address: instance.address, secretKey: token });
  const path = `/api/v1/embed/loans/${loanId}`;
  await own.ask("POST", `${path}/accept`, { body: { termsRead: true } });
  await own.ask("PUT", `${path}/payout-account`, {
    body: { bankCode: account.bankCode, accountNumber: account.number },
  });
  return { loanId, name: "by-hand Trading" };
}

liveTest(
  "a loan of a lender without a provider: named, signed, paid, repaid, refunded and ended by two treasurers",
  async ({ page, browser, marketplace, service: { instance }, sql }) => {
    const { loanId, name } = await acceptedByHand(instance, marketplace, sql);
    await treasurer(page, sql);
    const other = await treasurer(await browser.newPage({ extraHTTPHeaders: anyAddress() }), sql);
    const money = `/ops/live/treasury/loans/${loanId}`;

    await page.goto("/ops/live?kind=accounts");
    await page.getByRole("row", { name }).getByRole("link").click();
    await page.getByRole("button", { name: "Show its number" }).click();
    await expect(page.getByText(account.number)).toBeVisible();
    await page.getByRole("button", { name: "Say whose it is" }).click();
    const seen = { "What does online banking show?": "A name", "The name, letter by letter": name, Why: "As shown." };
    await propose(page, seen);
    await page.getByLabel("The signed form, if it came on paper").setInputFiles(scan);
    await expect(page.getByText("Kept.")).toBeVisible();
    await page.getByRole("button", { name: "It is lodged" }).click();
    await propose(page, { "What the lender's bank knows it by": "NIBSS/DD/1", Why: "The bank confirmed it." });
    await expect(page.getByRole("heading", { name: "Waits for another operator" })).toBeVisible();
    await expectLooksRightEverywhere(page, "ops-live-loan-money");
    await other.goto(money);
    await approve(other, "Note a mandate on paper");
    await expectLooksRightEverywhere(other, "ops-live-mandate-approved");
    await other.goto(money);
    await approve(other, "Say whose account it is");

    // The order follows the account's name by itself.
    const batch = page.getByRole("button", { name: "Make a batch" });
    await expect(async () => {
      await page.goto("/ops/live/treasury/batches");
      await expect(batch).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    await batch.click();
    await expect(heading(page)).toHaveText("Harmattan Credit, batch 1");
    await other.goto(page.url());
    await other.getByRole("button", { name: "Release" }).click();
    await other.getByRole("dialog").getByRole("button", { name: "Release the batch" }).click();
    const saving = other.waitForEvent("download");
    await other.getByRole("button", { name: "Download the file" }).click();
    const [, order = ""] = (await readFile(await (await saving).path(), "utf8")).split("\r\n");
    const [reference = ""] = /[A-Z0-9]{16}/.exec(order) ?? [];
    const [amount = ""] = /\d+\.\d\d/.exec(order) ?? [];
    await expectLooksRightEverywhere(other, "ops-live-batch");

    await page.goto("/ops/live/treasury/statements");
    await page.getByRole("rowheader").getByRole("link").first().click();
    await setCsvFormat(page);
    const today = new Date().toISOString().slice(0, 10);
    const lines = [`-${amount},transfer ${reference}`, "200000.00,own money", "7000.00,deposit", "8000.00,deposit too"];
    const csv = ["Date,Amount,Text", ...lines.map((line) => `${today},${line}`)].join("\n");
    const bring = async (by: Page) => {
      const buffer = Buffer.from(csv);
      await by.getByLabel("The bank’s file").setInputFiles({ name: "today.csv", mimeType: "text/csv", buffer });
      await expect(by.getByRole("table", { name: "New lines" })).toContainText(reference);
      await by.getByRole("button", { name: "Propose, or agree to, this import" }).click();
    };
    await bring(page);
    await expect(page.getByText("Proposed, as it names orders or remittances.", { exact: false })).toBeVisible();
    // Who has not read the file can only reject it.
    await other.goto(page.url());
    await other.getByRole("link", { name: "Import a statement" }).click();
    await expect(other.getByText("Preview the same file", { exact: false })).toBeVisible();
    await expect(other.getByRole("button", { name: "Reject" })).toBeVisible();
    await expect(other.getByRole("button", { name: "Approve" })).toHaveCount(0);
    await other.goto(page.url());
    await bring(other);
    await expect(other.getByText("Imported.")).toBeVisible();
    await page.goto(`/ops/live/loans/${loanId}`);
    await expect(page.getByText("Active", { exact: true }).first()).toBeVisible();
    const loan = (await heading(page).textContent()) ?? "";

    await page.goto(other.url());
    const waiting = page.getByRole("table", { name: "Lines that wait" });
    await expectLooksRightEverywhere(page, "ops-live-lines");
    for (const text of ["deposit", "deposit too"]) await waiting.getByLabel(`Choose ${text}`, { exact: true }).check();
    await page.getByRole("button", { name: "Dismiss 2 lines" }).click();
    await propose(page, { "What are they?": "The lender's own deposits." });
    await waiting
      .getByRole("row", { name: /own money/ })
      .getByRole("button", { name: "Book" })
      .click();
    await propose(page, { Loan: loan, "What is it?": "A payment of the merchant’s", Why: "She has shown the slip." });
    const lineCount = (by: Page) => by.getByRole("table", { name: "Lines that wait" }).getByRole("row");
    await other.goto(page.url());
    await expect(lineCount(other)).toHaveCount(4);
    await approve(other, "Dismiss several lines");
    await expectLooksRightEverywhere(other, "ops-live-lines-dismissed");
    await other.goto(page.url());
    await expect(lineCount(other)).toHaveCount(2);
    await approve(other, "Book a line of a statement");

    await page.goto("/ops/live/treasury/refunds");
    await page.getByRole("rowheader").getByRole("link").click();
    await expect(page.getByRole("heading", { name: "Owed to the merchant" })).toBeVisible();
    await expect(page).toHaveTitle(/money/);
    await expectLooksRightEverywhere(page, "ops-live-refund");
    await page.getByRole("button", { name: "Order the refund" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Order the refund" }).click();
    await expect(page.getByText("Being sent to")).toBeVisible();
    await expect(page.getByRole("table", { name: "Orders" }).getByRole("row", { name: /^Refund/ })).toBeVisible();

    // The service looks by itself within a week whether a mandate is still needed.
    await sql`update mandates set due_at = now() where loan_id = ${loanId}`;
    await expect(async () => {
      await page.goto("/ops/live/treasury/ended-mandates");
      await expect(page.getByRole("rowheader")).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    await expectLooksRightEverywhere(page, "ops-live-to-end");
    await page.getByRole("rowheader").getByRole("link", { name: "NIBSS/DD/1" }).click();
    await page.getByRole("button", { name: "Say that it is ended" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "It is ended" }).click();
    await expect(page.getByText("Noted.")).toBeVisible();
    await page.goto("/ops/live/treasury/ended-mandates");
    await expect(page.getByText("Every mandate has been ended")).toBeVisible();
    await other.context().close();
  },
);
