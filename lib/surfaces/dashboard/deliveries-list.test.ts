import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { deliveries } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import type { Actor } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { dayBegins, dayEnds } from "@/lib/kernel/lagos-days";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { redeliverFailed } from "@/lib/platform/messages/webhooks/redeliver-events";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { createEndpoint, createEvents } from "@/test/factories/webhook";
import { instant, now } from "@/test/time";
import { countFailed, deliveryList, listDeliveriesForStaff } from "./deliveries-list";

useDatabase();

let shop: TestMarketplace;
let staff: Actor;
beforeEach(async () => {
  shop = await createMarketplace();
  staff = { kind: "marketplaceUser", tenant: shop.test, userId: "usr_1", role: "DEVELOPER" };
  await createEndpoint(shop.test, "https://example.com/");
});

const days = { from: "2026-11-20", to: "2026-11-21" };
/** The last second of the day before, both ends of the period, and the first second after it. */
const moments = ["19T22:59:59", "19T23:00:00", "21T22:59:59", "21T23:00:00"].map((at) => instant(`2026-11-${at}Z`));

async function failed(at: BusinessTime, count = 1) {
  const made = await createEvents(shop.test, count, {
    at,
    delivery: { status: "FAILED", dueAt: null, finishedAt: at },
  });
  return made.map(({ deliveryId }) => deliveryId);
}
const list = (query: Omit<Parameters<typeof listDeliveriesForStaff>[1], "limit">) =>
  listDeliveriesForStaff(everyMerchantOf(shop.test), { ...query, limit: 50 }).then(({ rows }) =>
    rows.map(({ id }) => id),
  );
const send = (after: string | null, actor = staff) => {
  const period = { from: dayBegins(days.from), to: dayEnds(days.to) };
  return redeliverFailed({ actor, input: { ...period, after }, now: now(), realNow: now() });
};

test("days begin and end in Lagos", async () => {
  const ids: string[] = [];
  for (const at of moments) ids.push(...(await failed(at)));
  expect(await list(days)).toEqual([ids[2], ids[1]]);
  expect(await list({ from: days.from })).toEqual(ids.slice(1).reverse());
  expect(await countFailed(shop.test, days)).toBe(2);
  expect(await countFailed(shop.live, days)).toBe(0);
});

test("a page begins anew at a delivery that is gone", async () => {
  const reach = everyMerchantOf(shop.test);
  const made = await createEvents(shop.test, 3);
  const ids = made.map(({ deliveryId }) => deliveryId).reverse();
  const shown = async (cut: { startingAfter?: string; endingBefore?: string }) => {
    const { table, query } = await deliveryList.open(reach, cut, now());
    return { ids: table.rows.map(({ id }) => id), query };
  };
  expect(await shown({ startingAfter: ids[0] ?? "" })).toMatchObject({
    ids: ids.slice(1),
    query: { startingAfter: ids[0] },
  });
  for (const cut of [{ startingAfter: newId("delivery") }, { endingBefore: "dlv_zzz" }]) {
    expect(await shown(cut)).toEqual({ ids, query: {} });
  }
});

test("one search finds a delivery, an event, or a merchant by either id", async () => {
  const [made] = await createEvents(shop.test, 1);
  await createEvents(shop.test, 1);
  if (!made) throw new Error("No event was made.");
  for (const q of [made.deliveryId, made.eventId, made.merchantId, made.thirdPartyCustomerId]) {
    expect(await list({ q }), q).toEqual([made.deliveryId]);
  }
  expect(await list({ q: "dlv_nothing" })).toEqual([]);
});

describe("what failed in a period is sent again", () => {
  const pending = async () =>
    (await db().select().from(deliveries).where(inTenant(deliveries, shop.test))).filter(
      ({ status }) => status === "PENDING",
    ).length;

  test("a part at a time, and is in the audit log once", async () => {
    await failed(moments[1] ?? now(), 501);
    await failed(moments[3] ?? now());
    const first = await send(null);
    expect(first).toMatchObject({ redelivered: 500, next: expect.stringMatching(/^evt_/) });
    expect(await send(first.next)).toEqual({ redelivered: 1, next: null });
    expect(await pending()).toBe(501);
    const rows = await db().select().from(auditLog).where(inTenant(auditLog, shop.test));
    expect(rows.map(({ action }) => action)).toEqual(["event.redeliver-range"]);
  });

  test("by those who may change something, where there is an endpoint", async () => {
    await failed(moments[1] ?? now());
    const viewer = { ...staff, role: "VIEWER" } as Actor;
    await expect(send(null, viewer)).rejects.toMatchObject({ code: "INSUFFICIENT_ROLE" });
    const elsewhere = { ...staff, tenant: shop.live } as Actor;
    await expect(send(null, elsewhere)).rejects.toMatchObject({ code: "WEBHOOK_NOT_REGISTERED" });
    expect(await pending()).toBe(0);
  });
});
