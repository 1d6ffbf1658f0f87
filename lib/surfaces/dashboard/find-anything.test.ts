import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { repaymentEvents } from "@/db/schema/data-events";
import { merchants } from "@/db/schema/merchants";
import { newId } from "@/lib/kernel/ids";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { raiseBreak } from "@/lib/lending/reconciliation/breaks/raise-breaks";
import { useDatabase } from "@/test/database";
import { type FullMerchant, fullMerchant } from "@/test/factories/full-merchant";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { findAnything } from "./find-anything";
import { listAt } from "./lists";

useDatabase();

let shop: TestMarketplace;
let neighbour: TestMarketplace;
let one: FullMerchant;
const email = "ada@full.example";
beforeAll(async () => {
  [shop, neighbour] = [await createMarketplace(), await createMarketplace()];
  one = await fullMerchant(shop.test);
  await fullMerchant(shop.test);
  await db().update(merchants).set({ email }).where(eq(merchants.id, one.merchantId));
});

const find = (q: string, tenant = shop.test) => findAnything(everyMerchantOf(tenant), q, now());
const captions = async (q: string, tenant = shop.test) => (await find(q, tenant)).map(({ table }) => table.caption);

test("finds by each word what has it, whatever kind it is", async () => {
  expect(await captions(one.businessName)).toEqual(expect.arrayContaining(["Merchants", "Loans", "Settlements"]));
  expect(await captions(email.toUpperCase())).toContain("Merchants");
  for (const [q, caption] of [
    [one.merchantId, "Merchants"],
    [one.ref, "Merchants"],
    [one.loanId, "Loans"],
    [one.reference, "Loans"],
    [one.settlementReference, "Settlements"],
    [one.breakId, "Breaks"],
    [one.deliveryId, "Deliveries"],
    [`deducted-from-${one.ref}`, "Orders and deductions"],
    [`order-of-${one.ref}`, "Orders and deductions"],
  ] as const) {
    expect(await captions(q), q).toContain(caption);
    expect(await captions(q, shop.live), q).toEqual([]);
    expect(await captions(q, neighbour.test), q).toEqual([]);
  }
  for (const q of ["nobody", "%", "_", "\\", "'", '"', "ada@", "😀", "x".repeat(255)])
    expect(await find(q), q).toEqual([]);
});

test("shows the first of a kind, and leads to all of it: breaks whatever has become of them", async () => {
  for (let i = 0; i < 6; i++) {
    const subject = `another ${i}`;
    const { test: tenant } = shop;
    await raiseBreak({
      tenant,
      merchantId: one.merchantId,
      type: "AMOUNT",
      subject,
      loanId: one.loanId,
      evidence: {},
      now: now(),
    });
  }
  const found = (await find(one.merchantId)).find(({ table }) => table.caption === "Breaks");
  expect(found?.table.rows).toHaveLength(5);
  const [path = "", query] = found?.all?.split("?") ?? [];
  const asked = Object.fromEntries(new URLSearchParams(query));
  expect(asked).toEqual({ q: one.merchantId, status: "ALL" });
  expect((await listAt(path)?.open(everyMerchantOf(shop.test), asked, now()))?.table.rows.length).toBeGreaterThan(5);
});

test("of an order told of often the newest are shown, and that there are more is said", async () => {
  const [told] = await db()
    .select()
    .from(repaymentEvents)
    .where(eq(repaymentEvents.orderId, `order-of-${one.ref}`));
  if (!told) throw new Error("Nothing was told.");
  const again = Array.from({ length: 7 }, (_, i) => {
    const occurredAt = new Date(told.occurredAt.getTime() + (i + 1) * 60_000) as typeof told.occurredAt;
    return { ...told, id: newId("repayment"), eventId: `again-${i}`, reference: `again-${i}`, occurredAt };
  });
  await db().insert(repaymentEvents).values(again);
  const [found] = await find(told.orderId ?? "");
  const shown = found?.table.rows.map(({ cells }) => JSON.stringify(cells[0]).match(/again-\d/)?.[0]);
  expect(shown).toEqual(["again-6", "again-5", "again-4", "again-3", "again-2"]);
  expect(found).toMatchObject({ all: null, note: expect.stringMatching(/newest 5/) });
});
