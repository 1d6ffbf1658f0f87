import { expect } from "playwright/test";
import type postgres from "postgres";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { merchantOf } from "@/e2e/merchant";
import { cardOf } from "./cards";
import { test } from "./dashboard-test";

/** Merchants by the hundred thousand, as the tables have them: to ask for each by the API would take an hour. */
async function insertMerchants(sql: postgres.Sql, marketplaceId: string, count: number): Promise<void> {
  await sql.begin(async (tx) => {
    // What follows a merchant elsewhere, tallies and references, is not what is looked for here.
    await tx`set local session_replication_role = replica`;
    await tx`create temp table made on commit drop as
      select 'mer_' || substr(${marketplaceId}::text, 5, 20) || lpad(n::text, 6, '0') as id, n,
        case when n = 4711 then 'Quixotic Zephyr Enterprises' else 'Store ' || n end as name
      from generate_series(1, ${count}::int) n`;
    await tx`insert into merchants (id, marketplace_id, environment, third_party_customer_id, business_name, created_at)
      select id, ${marketplaceId}, 'test', 'seller-' || n, name, now() from made order by n`;
    await tx`insert into connections (id, marketplace_id, environment, merchant_id, status, created_at)
      select 'con' || id, ${marketplaceId}, 'test', id, case when n % 1000 = 11 then 'SUSPENDED' else 'PENDING' end, now() from made`;
    await tx`insert into kyc_records (id, marketplace_id, environment, merchant_id, status, created_at)
      select 'kyc' || id, ${marketplaceId}, 'test', id, 'PENDING', now() from made`;
  });
}

async function removeMerchants(sql: postgres.Sql, marketplaceId: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const table of ["kyc_records", "connections", "merchants"]) {
      await tx`delete from ${tx(table)} where marketplace_id = ${marketplaceId}`;
    }
  });
}

test("a merchant is found among 100,000 by part of its name, and the view is shared by its address", async ({
  dashboard,
  marketplace,
  sql,
}) => {
  await insertMerchants(sql, marketplace.marketplaceId, 100_000);
  try {
    const page = await dashboard.open("test/merchants");
    const rows = page.getByRole("table", { name: "Merchants" }).getByRole("row");
    await expect(rows).toHaveCount(51);

    await page.getByLabel("Name, id, or part of one").fill("zeph quix");
    await expect(rows).toHaveCount(2);
    await expect(page).toHaveURL(/[?&]q=zeph(\+|%20)quix$/);
    await page.getByRole("link", { name: "Quixotic Zephyr Enterprises" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Quixotic Zephyr Enterprises" })).toBeVisible();
    await expect(page.getByText("seller-4711")).toBeVisible();
    await page.getByRole("link", { name: "Merchants" }).first().click();

    await page.getByLabel("Connection").selectOption({ label: "Suspended" });
    await expect(page).toHaveURL(/connection=SUSPENDED/);
    await expect(rows.nth(1)).toContainText("seller-99011");
    await page.getByRole("link", { name: "Older" }).click();
    await expect(rows.nth(1)).toContainText("seller-49011");

    const { pathname, search } = new URL(page.url());
    const other = await dashboard.another(`${pathname.replace("/dashboard/", "")}${search}`, "VIEWER");
    await expect(other.getByLabel("Connection")).toHaveValue("SUSPENDED");
    const theirs = other.getByRole("table", { name: "Merchants" }).getByRole("row");
    expect(await theirs.allInnerTexts()).toEqual(await rows.allInnerTexts());
    await other.getByRole("link", { name: "Newer" }).click();
    await expect(theirs.nth(1)).toContainText("seller-99011");
  } finally {
    await removeMerchants(sql, marketplace.marketplaceId);
  }
});

test("why a request was refused, and what can be had instead", async ({ dashboard, marketplace }) => {
  const seller = merchantOf(marketplace.client, "asks-too-much");
  await seller.create();
  await seller.sendSales();
  await seller.sendKyc();
  await marketplace.run();
  await seller.fund({ amountRequested: 90_000_000, tenorDays: 90 });
  await marketplace.run();

  const page = await dashboard.open("test/funding-requests", "VIEWER");
  const row = page.getByRole("row", { name: /asks-too-much Trading/ });
  await expect(row).toContainText("Rejected: above the cap");
  await row.getByRole("link", { name: "₦90,000,000.00" }).click();
  const why = cardOf(page, "Why it was rejected");
  await expect(why).toContainText("₦90,000,000.00 for 90 days");
  await expect(why).toContainText(/In tier [A-D] the merchant may owe ₦[\d,]+\.00 in all\./);
  await expect(why).toContainText(/Up to ₦[\d,]+\.00 over 90 days fitted its cap and its sales\./);
  const most = /Up to (₦[\d,]+)\.00/.exec((await why.textContent()) ?? "")?.[1] ?? "nothing";
  const today = page.getByRole("table", { name: "Today, by tenor" });
  await expect(today.getByRole("row", { name: /^90 days/ })).toContainText(most);
  await expect(today.getByRole("row", { name: /^90 days/ })).toContainText("Rejected: above the cap");
  await expectLooksRightEverywhere(page, "dashboard-funding-request");

  // What it says can be had is had.
  await seller.fund({ amountRequested: Number(most.replace(/[₦,]/g, "")), tenorDays: 90 });
  await marketplace.run();
  await page.goto("/dashboard/test/funding-requests?status=FULFILLED");
  await expect(page.getByRole("row", { name: /asks-too-much Trading/ })).toContainText("Offer made");
});
