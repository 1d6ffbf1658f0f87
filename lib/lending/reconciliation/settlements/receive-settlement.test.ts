import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { settlementEvents, settlements } from "@/db/schema/settlements";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { createdEvent, type ToldSettlement, tellSettlement, transferredEvent } from "@/test/factories/settlement";
import { instant } from "@/test/time";
import { receiveSettlement } from "./receive-settlement";
import type { SettlementEvent } from "./schema";

useDatabase();

const start = instant("2026-11-02T00:00:00Z");
const end = later(start, 7 * day);
const after = later(end, hour);
const told: ToldSettlement = { reference: "S-1", totalDeductions: 1_500, periodStart: start, periodEnd: end };

let marketplace: TestMarketplace;
let shop: { test: TestMarketplace["test"]; merchantId: string; thirdPartyCustomerId: string };
beforeEach(async () => {
  marketplace = await createMarketplace({ live: true });
  shop = { test: marketplace.test, ...(await anyMerchant(marketplace.test)) };
});

const receive = (event: SettlementEvent, now = after, raw: unknown = event) =>
  receiveSettlement({ actor: sandboxActor(shop.test), input: event, raw, now });

async function stored() {
  const rows = await db().select().from(settlements).where(eq(settlements.marketplaceId, marketplace.marketplaceId));
  const { marketplaceId } = marketplace;
  const events = await db().select().from(settlementEvents).where(eq(settlementEvents.marketplaceId, marketplaceId));
  return { rows, events };
}

describe("a settlement", () => {
  test.each(["created first", "transferred first"])("is made of its two events, %s", async (order) => {
    const events = [createdEvent(shop, told, after), transferredEvent(shop, { ...told, names: ["D-1"] }, after)];
    if (order === "transferred first") events.reverse();
    const receipts = [];
    for (const event of events) receipts.push(await receive(event));
    expect(receipts[0]?.id).toMatch(/^set_/);
    expect(receipts[1]?.id).toBe(receipts[0]?.id);
    const { rows, events: kept } = await stored();
    expect(rows).toMatchObject([
      {
        reference: "S-1",
        merchantId: shop.merchantId,
        grossAmount: 10_000_000,
        totalDeductions: 150_000,
        netAmount: 9_850_000,
        periodStart: start,
        periodEnd: end,
        transferredAt: end,
        transferReference: "t-S-1",
        deductionReferences: ["D-1"],
        matchStatus: "PENDING",
        dueAt: after,
      },
    ]);
    expect(kept).toHaveLength(2);
  });

  test("of a period that has not ended is taken", async () => {
    await receive(createdEvent(shop, told, start), start);
    expect((await stored()).rows).toHaveLength(1);
  });
});

describe("the same one again", () => {
  test("is answered as the first time, however often at once, and kept once", async () => {
    const event = createdEvent(shop, told, after);
    const receipts = await Promise.all(Array.from({ length: 50 }, (_, i) => receive(event, later(after, i))));
    expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1);
    const { rows, events } = await stored();
    expect([rows.length, events.length]).toEqual([1, 1]);
    expect(await receive(event, later(after, day))).toEqual(receipts[0]);
  });

  test("with its fields in another order is the same", async () => {
    const event = createdEvent(shop, told, after);
    const first = await receive(event);
    const reordered = Object.fromEntries(Object.entries(event).reverse());
    expect(await receive(event, after, reordered)).toEqual(first);
  });

  test.each([createdEvent, transferredEvent])("under another event id has no effect", async (make) => {
    const first = await receive(make(shop, told, after));
    await db().update(settlements).set({ dueAt: null });
    const second = await receive(make(shop, told, after), later(after, hour));
    expect(second).toMatchObject({ id: first.id, receivedAt: later(after, hour) });
    const { rows, events } = await stored();
    expect(rows).toMatchObject([{ dueAt: null }]);
    expect(events).toHaveLength(2);
  });

  test("many different ones at once for one settlement leave one settlement", async () => {
    const events = Array.from({ length: 20 }, (_, i) => (i % 2 ? createdEvent : transferredEvent)(shop, told, after));
    const receipts = await Promise.all(events.map((event) => receive(event)));
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(1);
    expect((await stored()).rows).toMatchObject([{ grossAmount: 10_000_000, transferredAt: end }]);
  });
});

describe("a conflict", () => {
  const refused = async (event: SettlementEvent, code: string, raw: unknown = event) => {
    const before = await stored();
    await expect(receive(event, after, raw)).rejects.toMatchObject({ code });
    expect(await stored()).toEqual(before);
  };

  test("is another event under the same id", async () => {
    const event = createdEvent(shop, told, after);
    const first = await receive(event);
    expect(await receive(event, after, { ...event, unknownField: null })).toEqual(first);
    await refused(event, "EVENT_CONFLICT", { ...event, unknownField: 1 });
    await refused({ ...createdEvent(shop, told, after), eventId: event.eventId }, "EVENT_CONFLICT", { other: true });
  });

  test.each([
    ["grossAmount", { grossAmount: 200_000, netAmount: 98_500 }],
    ["totalDeductions", { totalDeductions: 1_600, netAmount: 98_500 }],
    ["netAmount", { netAmount: 98_400 }],
    ["periodStart", { periodStart: later(start, 1) }],
    ["periodEnd", { periodEnd: later(end, 1) }],
  ])("is a settlement.created with another %s", async (_, change) => {
    await receive(createdEvent(shop, told, after));
    await refused(createdEvent(shop, { ...told, ...change }, after), "SETTLEMENT_CONFLICT");
  });

  test.each([
    ["netAmount", { netAmount: 98_400 }],
    ["transferredAt", { transferredAt: later(end, 1) }],
    ["deductions", { names: ["D-1", "D-3"] }],
    ["number of deductions", { names: ["D-1"] }],
    ["silence about its deductions", { names: undefined }],
  ])("is a settlement.transferred with another %s", async (_, change) => {
    const first = { ...told, names: ["D-1", "D-2"] };
    await receive(transferredEvent(shop, first, after));
    await receive(transferredEvent(shop, { ...first, names: ["D-2", "D-1"] }, after));
    await refused(transferredEvent(shop, { ...first, ...change }, after), "SETTLEMENT_CONFLICT");
  });

  test.each([
    ["settlement.transferred", createdEvent, transferredEvent],
    ["settlement.created", transferredEvent, createdEvent],
  ])("is a %s with another net amount than what came before", async (_, first, second) => {
    await receive(first(shop, told, after));
    await refused(second(shop, { ...told, netAmount: 90_000 }, after), "SETTLEMENT_CONFLICT");
  });

  test("is the same reference for another merchant", async () => {
    await receive(createdEvent(shop, told, after));
    const other = { test: shop.test, ...(await anyMerchant(shop.test)) };
    await refused(createdEvent(other, told, after), "SETTLEMENT_CONFLICT");
  });
});

describe("is refused", () => {
  const nothing = async (event: SettlementEvent, expected: object) => {
    await expect(receive(event)).rejects.toMatchObject(expected);
    expect((await stored()).rows).toEqual([]);
  };

  test("for a merchant that is not there", async () => {
    const event = createdEvent({ ...shop, thirdPartyCustomerId: "nobody" }, told, after);
    await nothing(event, { code: "NOT_FOUND" });
  });

  test("when the merchant is named by the service's id alone", async () => {
    await nothing(createdEvent({ ...shop, thirdPartyCustomerId: shop.merchantId }, told, after), { code: "NOT_FOUND" });
  });

  test("when the two ids are not one merchant's", async () => {
    const other = await anyMerchant(shop.test);
    const event = createdEvent(shop, told, after);
    await nothing({ ...event, merchant: { ...event.merchant, serviceId: other.merchantId } }, { code: "NOT_FOUND" });
    expect((await receive({ ...event, merchant: { ...event.merchant, serviceId: shop.merchantId } })).id).toBeTruthy();
  });

  test("for another marketplace", async () => {
    const event = createdEvent(shop, told, after);
    await nothing(
      { ...event, marketplace: { id: (await createMarketplace()).marketplaceId } },
      { code: "VALIDATION_FAILED", fields: [{ field: "marketplace.id" }] },
    );
  });

  test("when it lies in the future", async () => {
    const soon = later(after, 6 * minute);
    await nothing(createdEvent(shop, told, soon), { fields: [{ field: "timestamp" }] });
    await nothing(createdEvent(shop, { ...told, periodStart: soon, periodEnd: later(soon, day) }, after), {
      fields: [{ field: "settlement.periodStart" }],
    });
    await nothing(transferredEvent(shop, { ...told, transferredAt: soon }, after), {
      fields: [{ field: "settlement.transferredAt" }],
    });
    for (const periodEnd of [later(after, 367 * day), instant("9999-12-31T23:59:59-12:00")]) {
      await nothing(createdEvent(shop, { ...told, periodEnd }, after), { fields: [{ field: "settlement.periodEnd" }] });
    }
  });

  test("a merchant of the same name elsewhere has settlements of its own", async () => {
    const other = await createMarketplace();
    const twin = { test: other.test, ...(await anyMerchant(other.test)) };
    const one = await receive(createdEvent(shop, told, after));
    const two = await tellSettlement(twin, createdEvent(twin, { ...told, totalDeductions: 7 }, after), after);
    expect(one.id).not.toBe(two.id);
    const event = createdEvent(shop, told, after);
    await expect(receive({ ...event, merchant: { marketplaceId: twin.thirdPartyCustomerId } })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
