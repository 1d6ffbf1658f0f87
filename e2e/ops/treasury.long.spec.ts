import type { Page } from "playwright/test";
import { anyAddress, type Client, createClient } from "@/e2e/client";
import { expect } from "@/e2e/fixtures";
import { openLending } from "@/e2e/lending";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { addOperator } from "@/e2e/staff";
import { test } from "./console-test";

/** The sandbox's bank knows it by a name that is nobody's. */
const unknownName = { bankCode: "058", accountNumber: "0123457777" };

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("a held payout is released, another refused, with the two names side by side", async ({
  console,
  marketplace,
  sql,
}) => {
  const lending = await openLending(marketplace, sql);
  const [released, refused] = [await lending.offer("held-one"), await lending.offer("held-two")];
  for (const { loanId } of [released, refused]) await lending.help(loanId, "accept", unknownName);
  const [loan] = await sql`select reference from loans where id = ${released.loanId}`;

  const page = await console.open("test?kind=held", "TREASURER");
  await expect(page.getByRole("link", { name: new RegExp(loan?.reference) })).toBeVisible();
  await page.goto(`/ops/test/treasury/payouts?q=${loan?.reference}`);
  await expectLooksRightEverywhere(page, "ops-held");
  await page.getByRole("rowheader").getByRole("link").click();
  await expect(heading(page)).toHaveText(`Loan ${loan?.reference}`);
  await expect(page.getByText("Known names")).toBeVisible();
  await expectLooksRightEverywhere(page, "ops-held-payout");
  await page.getByRole("button", { name: "Release" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Release the payout" }).click();
  await expect(page.getByText("Released. The bank is asked to pay.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Its payout is held" })).toHaveCount(0);
  await marketplace.run();
  expect((await lending.status(released.loanId)).status).toBe("ACTIVE");

  await page.goto(`/ops/test/treasury/loans/${refused.loanId}`);
  await page.getByRole("button", { name: "Refuse" }).click();
  await page.getByRole("dialog").getByLabel("Why").fill("It is somebody else's account.");
  await page.getByRole("dialog").getByRole("button", { name: "Refuse the payout" }).click();
  await expect(page.getByText("Refused by an operator")).toBeVisible();
  expect(await sql`select status from loans where id = ${refused.loanId}`).toMatchObject([{ status: "ACCEPTED" }]);

  const reader = await console.another(`test/treasury/loans/${refused.loanId}`, "READ_ONLY");
  await expect(heading(reader)).toHaveText(/^Loan /);
  await expect(reader.getByRole("button", { name: /Refuse|Release|Close/ })).toHaveCount(0);
});

test("a statement's line is proposed to be dismissed by one, and is by another; neither decides alone", async ({
  console,
  sql,
  marketplace,
}) => {
  const accountId = await agreedAccount(marketplace.client.address, sql);
  const path = `live/treasury/statements/${accountId}`;
  const page = await console.open("test/security", "TREASURER");
  const other = await console.another("test/security", "TREASURER");
  for (const one of [page, other]) await giveFactor(one, sql);
  await page.goto(`/ops/${path}`);
  await expect(page.getByText("Not said yet")).toBeVisible();
  await page.getByRole("button", { name: "Change the format" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Format").selectOption("CSV");
  await dialog.getByRole("button", { name: "Save the format" }).click();
  await expect(dialog.getByText("needed for CSV", { exact: false }).first()).toBeVisible();
  await dialog.getByLabel("Column with the date").fill("Date");
  await dialog.getByLabel("As what it is written").selectOption("YYYY-MM-DD");
  await dialog.getByLabel("Column with the amount").fill("Amount");
  await dialog.getByLabel("Columns with its text").fill("Text");
  await dialog.getByRole("button", { name: "Save the format" }).click();

  const csv = "Date,Amount,Text\n2026-07-14,7000.00,for my loan\n";
  await page
    .getByLabel("The bank’s file")
    .setInputFiles({ name: "july.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await expect(page.getByRole("table", { name: "New lines" })).toContainText("for my loan");
  await page.getByRole("button", { name: "Import" }).click();
  await expect(page.getByText("Imported.")).toBeVisible();
  const waiting = page.getByRole("table", { name: "Lines that wait" });
  await expect(waiting).toContainText("Names no order");
  await expectLooksRightEverywhere(page, "ops-statement");
  await waiting.getByRole("button", { name: "Dismiss" }).click();
  await dialog.getByLabel("What is it?").fill("The lender's own deposit.");
  await dialog.getByRole("button", { name: "Propose" }).click();
  await expect(page.getByText("Proposed. Another operator decides.")).toBeVisible();

  await page.goto("/ops/live/proposals?by=ME");
  await page.getByRole("link", { name: "Dismiss a line of a statement" }).first().click();
  await expect(page.getByText("another operator decides", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await other.goto(page.url());
  await expectLooksRightEverywhere(other, "ops-proposal");
  await other.getByRole("button", { name: "Approve" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(other.getByText("Approved", { exact: true }).first()).toBeVisible();
  await page.goto(`/ops/${path}`);
  await expect(page.getByText("Every line is known.")).toBeVisible();
  // Nothing of it is there in the other data set, and nothing comes in from another site.
  expect((await page.request.get(`/ops/test/treasury/statements/${accountId}`)).status()).toBe(404);
  const stranger = { "sec-fetch-site": "cross-site" };
  const sent = await page.request.post(`/ops/${path}/import`, { data: csv, headers: stranger });
  expect(await sent.json()).toMatchObject({ refused: expect.stringContaining("own pages") });
});

test("what did not come from a marketplace is among what waits, and is closed with a note", async ({
  console,
  sql,
  marketplace,
}) => {
  await openLending(marketplace, sql);
  const remitterId = `rmt_${anyEnd()}`;
  const [lender] = await sql`select id from lenders where environment = 'test' order by id limit 1`;
  await sql`insert into remitters (id, marketplace_id, environment, lender_id, reference)
    values (${remitterId}, ${marketplace.marketplaceId}, 'test', ${lender?.id}, ${anyEnd()})`;
  await sql`insert into remittance_breaks (id, lender_id, remitter_id, type, subject, expected, actual, detected_at)
    values (${`rmb_${anyEnd()}`}, ${lender?.id}, ${remitterId}, 'NOT_RECEIVED', '2026-03-02', 700000, 0, now())`;
  const page = await console.open("test?kind=remittances", "TREASURER");
  await page.locator(`a[href="/ops/test/treasury/remittances/${remitterId}"]`).first().click();
  const breaks = page.getByRole("table", { name: "Open breaks" });
  await expect(breaks).toContainText("2026-03-02");
  await expectLooksRightEverywhere(page, "ops-remittance");
  await breaks.getByRole("button", { name: "Close" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("It came a day later.");
  await page.getByRole("dialog").getByRole("button", { name: "Close the break" }).click();
  await expect(page.getByText("None is open.")).toBeVisible();
});

/** The end of an id that no other run has. */
function anyEnd(): string {
  return `${Date.now()}${Math.floor(Math.random() * 1e6)}`.padEnd(26, "0").slice(0, 26);
}

/** A lender's account, agreed on by two administrators. */
async function agreedAccount(address: string, sql: Parameters<typeof addOperator>[0]) {
  const [first, second] = [await operatorClient(address, sql), await operatorClient(address, sql)];
  const limits = { minimumPrincipal: 5_000, maximumPrincipal: 2_000_000, minimumDeduction: 100 };
  const product = { riskTier: "B", tenorDays: 90, lowestDeduction: 6, highestDeduction: 25, ratePer30Days: 1.7 };
  const lender = {
    environment: "live",
    name: "Sirocco Credit",
    ...limits,
    products: [product],
  };
  const { id: lenderId } = await first.ask("POST", "/api/lenders", { body: lender });
  const account = { bankCode: "058", accountNumber: String(Date.now()).slice(-10), holder: "Sirocco Credit" };
  const accounts = `/api/lenders/${lenderId}/accounts`;
  const body = { ...account, collects: true, reason: "Agreed." };
  const { id, evidenceDigest } = await first.ask("POST", accounts, { body });
  await second.ask("POST", `/api/ops/proposals/${id}/approve`, { body: { evidenceDigest } });
  const { data } = await first.ask("GET", accounts);
  return data[0].id;
}

async function operatorClient(address: string, sql: Parameters<typeof addOperator>[0]): Promise<Client> {
  const body = await addOperator(sql);
  const anyone = createClient({ address, secretKey: "" });
  const asked = { anonymous: true, headers: anyAddress(), body };
  const { accessToken } = await anyone.ask("POST", "/api/ops/login", asked);
  return createClient({ address, secretKey: accessToken });
}

/** Live data takes a second factor; whoever has signed in before need not show it. */
async function giveFactor(page: Page, sql: Parameters<typeof addOperator>[0]): Promise<void> {
  const email = /How (\S+) signs in/.exec((await page.locator("header").allTextContents()).join(" "))?.[1] ?? "";
  await sql`insert into second_factors (user_id, secret_encrypted, since) select id, 'sealed', now() from users where email = ${email}`;
}
