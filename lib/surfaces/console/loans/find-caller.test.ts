import { eq, type SQL, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import { salesEvents } from "@/db/schema/data-events";
import { kycRecords } from "@/db/schema/kyc";
import { payoutAccounts } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { kobo } from "@/lib/kernel/money";
import { useDatabase } from "@/test/database";
import { disbursedLoan } from "@/test/factories/disbursed-loan";
import { anyBusinessInfo, anyMerchant, submittedMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { findCaller } from "./find-caller";
import { newestIds, readNewestLoans } from "./newest-loans";

useDatabase();

let tenant: Tenant;
let caller: { merchantId: string; loanId: string; reference: string };
beforeAll(async () => {
  await someone((await createMarketplace()).test, "Other Traders", "+2348030000001");
  tenant = (await createMarketplace()).test;
  caller = await someone(tenant, "Zebra Provisions", "+2348031114471");
});

async function someone(of: Tenant, businessName: string, phoneNumber: string) {
  const { merchantId } = await submittedMerchant(of, { firstName: "Yetunde", lastName: businessName.slice(0, 5) });
  const email = `${phoneNumber.slice(-4)}@Shops.example`;
  await db().update(merchants).set({ businessName, phoneNumber, email }).where(eq(merchants.id, merchantId));
  const businessInfo = { ...anyBusinessInfo, businessName: `${businessName} & Daughters` };
  await db().update(kycRecords).set({ businessInfo }).where(eq(kycRecords.merchantId, merchantId));
  const { id: loanId, reference } = await disbursedLoan(of, { merchantId });
  const sale = { orderId: `ORD-${phoneNumber.slice(-4)}`, amount: kobo(500_000), fingerprint: "x", merchantId };
  const id = newId("salesEvent");
  await db()
    .insert(salesEvents)
    .values({ id, ...ownedBy(of), eventId: id, ...sale, occurredAt: now(), receivedAt: now() });
  const lastFour = phoneNumber.slice(-4).split("").reverse().join("");
  const account = { id: newId("payoutAccount"), merchantId, bankCode: "058", accountNumber: "sealed", lastFour };
  await db()
    .insert(payoutAccounts)
    .values({ ...ownedBy(of), ...account, nameMatches: true });
  return { merchantId, loanId, reference };
}

const found = async (said: string, environment: "test" | "live" = "test") =>
  (await findCaller(environment, said)).callers.map(({ merchantId, by }) => [merchantId, ...by]);

test("whoever calls is found by anything they say, in whichever marketplace, and in one environment", async () => {
  const { merchantId, loanId, reference } = caller;
  const ways: [said: string, by: string][] = [
    ["4471", "PHONE"],
    ["1744", "ACCOUNT"],
    ["zebra prov", "NAME"],
    ["zebra daughters", "NAME"],
    ["yetunde zeb", "DIRECTOR"],
    ["ORD-4471", "ORDER"],
    ["4471@shops.EXAMPLE", "EMAIL"],
    [` ${reference.toLowerCase()} `, "LOAN"],
    [loanId, "LOAN"],
    [merchantId, "MERCHANT"],
  ];
  for (const [said, by] of ways) {
    expect(await found(said), said).toEqual([[merchantId, by]]);
    expect(await found(said, "live"), said).toEqual([]);
  }
  const [one] = (await findCaller("test", "4471")).callers;
  expect(one).toMatchObject({
    businessName: "Zebra Provisions & Daughters",
    loans: [{ id: loanId, reference, status: "ACTIVE" }],
  });
});

test("nothing is found by a part of an address or a number, nor by what stands for anything", async () => {
  for (const said of ["", "%", "%%%", "____", "shops.example", "@shops.example", "447", "+2348031114471"]) {
    expect(await found(said), said).toEqual([]);
  }
});

test("however often one merchant has what was said, the others are found too", async () => {
  const { test: of } = await createMarketplace();
  const several = [await anyMerchant(of), await anyMerchant(of)].map(({ merchantId }) => merchantId);
  const rows = several.flatMap((merchantId) =>
    Array.from({ length: 25 }, () => {
      const id = newId("salesEvent");
      const sale = { eventId: id, orderId: "ORD-AGAIN", amount: kobo(1), fingerprint: "x", merchantId };
      return { id, ...ownedBy(of), ...sale, occurredAt: now(), receivedAt: now() };
    }),
  );
  await db().insert(salesEvents).values(rows);
  const { callers, more } = await findCaller("test", "ORD-AGAIN");
  expect(callers.map(({ merchantId }) => merchantId).sort()).toEqual(several.sort());
  expect(more).toBe(false);
});

test("where nobody is looked for, the newest loans of all marketplaces are there, twenty of one environment", async () => {
  const { test: busy } = await createMarketplace();
  const { merchantId } = await submittedMerchant(busy);
  const many: string[] = [];
  for (let i = 0; i < 21; i += 1) many.unshift((await disbursedLoan(busy, { merchantId })).id);
  const { test: late } = await createMarketplace();
  const newest = await disbursedLoan(late, { merchantId: (await submittedMerchant(late)).merchantId });
  const shown = async (environment: "test" | "live") => (await readNewestLoans({ environment, realNow: now() })).rows;
  const rows = await shown("test");
  expect(rows.map(({ id }) => id)).toEqual([newest.id, ...many.slice(0, 19)]);
  expect(rows[0]).toMatchObject({
    href: `loans/${newest.id}`,
    cells: expect.arrayContaining([[{ text: newest.reference, look: "whole" }]]),
  });
  expect(await shown("live")).toEqual([]);
});

test("however many there are, the search reads along its indexes", async () => {
  const plan = (query: SQL) =>
    transaction(async () => {
      await db().execute(sql`set local enable_seqscan = off`);
      const rows = await db().execute<{ "QUERY PLAN": string }>(sql`explain ${query}`);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    });
  expect(
    await plan(sql`select 1 from merchants m where m.environment = 'live' and m.phone_number is not null
      and right(m.phone_number, 4) = '4471'`),
  ).toContain("merchants_phone_end");
  expect(
    await plan(
      sql`select 1 from directors d where d.environment = 'live' and (d.first_name || ' ' || d.last_name) ilike '%yetunde%'`,
    ),
  ).toContain("directors_search");
  expect(
    await plan(sql`select 1 from kyc_records r where (' ' || (r.business_info->>'businessName')) ilike '%zebra%'`),
  ).toContain("kyc_records_name");
  expect(await plan(newestIds("live"))).toMatch(/Index Only Scan Backward using loans_newest on loans/);
});
