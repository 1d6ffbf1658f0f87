import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { deliveries, events } from "@/db/schema/webhooks";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later, minute } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { deliver } from "@/lib/platform/messages/webhooks/deliver-webhooks";
import type { DeliveryDetail, DeliveryList } from "@/lib/platform/messages/webhooks/delivery-schema";
import { redeliverDeliveries } from "@/lib/platform/messages/webhooks/redeliver-deliveries";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { startReceiver } from "@/test/factories/receiver";
import { anyStaff } from "@/test/factories/staff";
import { createEndpoint, createEvents, takeDelivery } from "@/test/factories/webhook";
import { now } from "@/test/time";
import { POST as redeliver } from "./[deliveryId]/redeliver/route";
import { GET as show } from "./[deliveryId]/route";
import { GET as list } from "./route";

useDatabase();

const at = now();
const elsewhere = "https://example.com/";

let shop: TestMarketplace;
let key = "";
beforeEach(async () => {
  shop = await createMarketplace();
  ({ token: key } = await anyStaff(shop.test));
});

async function page(query: Record<string, string | number> = {}, asked = key) {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const { status, json } = await call(list, { key: asked, path: `/webhook-deliveries?${search}` });
  const { data = [], hasMore } = json as Partial<DeliveryList>;
  return { status, json, hasMore, ids: data.map(({ id }) => id) };
}
const one = (deliveryId: string, asked = key) => call(show, { key: asked, params: { deliveryId } });
const again = (deliveryId: string, asked = key, path = "/") =>
  call(redeliver, { key: asked, path, method: "POST", params: { deliveryId } });
const idsOf = (made: { deliveryId: string }[]) => made.map(({ deliveryId }) => deliveryId).reverse();
const failed = { status: "FAILED", dueAt: null, finishedAt: at } as const;

async function stateOf(id: string) {
  const [row] = await db().select().from(deliveries).where(eq(deliveries.id, id));
  return row;
}

async function madeAt(tenant: Tenant, moment: BusinessTime, count = 1) {
  return idsOf(await createEvents(tenant, count, { at: moment }));
}

describe("the list", () => {
  test("goes through pages both ways, newest first", async () => {
    const ids = idsOf(await createEvents(shop.test, 5, { at }));
    expect(await page({ limit: 2 })).toMatchObject({ ids: ids.slice(0, 2), hasMore: true });
    expect(await page({ limit: 2, startingAfter: ids[1] ?? "" })).toMatchObject({
      ids: ids.slice(2, 4),
      hasMore: true,
    });
    expect(await page({ limit: 2, startingAfter: ids[3] ?? "" })).toMatchObject({ ids: ids.slice(4), hasMore: false });
    expect(await page({ limit: 2, endingBefore: ids[4] ?? "" })).toMatchObject({ ids: ids.slice(2, 4), hasMore: true });
  });

  test("filters by event, status and merchant, and finds an event's", async () => {
    const [approved] = await createEvents(shop.test, 1, { type: "loan.approved", delivery: failed });
    const [created] = await createEvents(shop.test, 1, { at });
    const wanted = [approved?.deliveryId];
    expect((await page({ event: "loan.approved" })).ids).toEqual(wanted);
    expect((await page({ status: "FAILED" })).ids).toEqual(wanted);
    expect((await page({ eventId: approved?.eventId ?? "" })).ids).toEqual(wanted);
    expect((await page({ merchantId: approved?.merchantId ?? "" })).ids).toEqual(wanted);
    expect((await page({ merchantId: approved?.thirdPartyCustomerId ?? "" })).ids).toEqual(wanted);
    expect((await page({ event: "loan.approved", status: "PENDING" })).ids).toEqual([]);
    expect((await page()).ids).toEqual([created?.deliveryId, ...wanted]);
  });

  test("of a period has its first moment and not its last, and pages both ways", async () => {
    const [before, start, end] = [at, later(at, day), later(at, 2 * day)];
    await madeAt(shop.test, before);
    const first = await madeAt(shop.test, start, 3);
    const middle = await madeAt(shop.test, later(start, minute));
    await madeAt(shop.test, end);
    const period = { from: start.toISOString(), to: end.toISOString() };
    const ids = [...middle, ...first];
    expect((await page(period)).ids).toEqual(ids);
    expect(await page({ ...period, limit: 2 })).toMatchObject({ ids: ids.slice(0, 2), hasMore: true });
    const next = await page({ ...period, limit: 2, startingAfter: ids[1] ?? "" });
    expect(next).toMatchObject({ ids: ids.slice(2), hasMore: false });
    const back = await page({ ...period, limit: 2, endingBefore: ids[3] ?? "" });
    expect(back).toMatchObject({ ids: ids.slice(1, 3), hasMore: true });
  });

  test("names a cursor that leads nowhere, and two at once", async () => {
    const [id = ""] = idsOf(await createEvents(shop.test, 1, { at }));
    const gone = { status: 400, json: { errors: [{ field: "startingAfter" }] } };
    expect(await page({ startingAfter: "dlv_gone" })).toMatchObject(gone);
    const other = await createMarketplace();
    const [theirs = ""] = idsOf(await createEvents(other.test, 1, { at }));
    expect(await page({ startingAfter: theirs })).toMatchObject(gone);
    const both = { startingAfter: id, endingBefore: id };
    for (const query of [both, { ...both, from: at.toISOString() }]) expect((await page(query)).status).toBe(400);
    expect((await page({ status: "LOST" })).status).toBe(400);
  });

  test("is of one marketplace and one environment", async () => {
    const ids = idsOf(await createEvents(shop.test, 1, { at }));
    const live = idsOf(await createEvents(shop.live, 1, { at }));
    expect((await page()).ids).toEqual(ids);
    expect((await page({ environment: "live" })).ids).toEqual(live);
    const { token } = await anyStaff((await createMarketplace()).test);
    expect((await page({}, token)).ids).toEqual([]);
  });
});

test("one delivery tells every attempt's request, answer and time, in a form that its secret verifies", async () => {
  const receiver = await startReceiver((_, response, count) =>
    count === 1 ? response.writeHead(500).end("boom") : response.end("thanks"),
  );
  const url = `${receiver.url}?token=s3cret`;
  const secret = await createEndpoint(shop.test, url);
  const [{ deliveryId: id, eventId } = { deliveryId: "", eventId: "" }] = await createEvents(shop.test, 1, { at });
  const second = later(at, minute);
  for (const moment of [at, second]) {
    expect(await takeDelivery(id, moment)).toBe(true);
    await deliver(id, () => moment);
  }
  const { status, json } = await one(id);
  const { log, requestBody, ...rest } = json as DeliveryDetail;
  expect(status).toBe(200);
  expect(rest).toMatchObject({ id, eventId, status: "DELIVERED", attempts: 2, nextAttemptAt: null });
  const shared = { url, error: null, durationMs: expect.any(Number) };
  expect(log).toMatchObject([
    { ...shared, number: 2, at: second.toISOString(), responseStatus: 200, responseBody: "thanks" },
    { ...shared, number: 1, at: at.toISOString(), responseStatus: 500, responseBody: "boom" },
  ]);
  for (const [i, { requestHeaders }] of [...log].reverse().entries()) {
    expect(receiver.deliveries[i]?.headers).toMatchObject(requestHeaders ?? {});
    expect(new Webhook(secret).verify(requestBody, requestHeaders ?? {})).toMatchObject({ event_id: eventId });
  }
  expect(JSON.stringify(json)).not.toContain(secret);
  const { token: viewer } = await anyStaff(shop.test, "VIEWER");
  const seen = (await one(id, viewer)).json as DeliveryDetail;
  expect(seen).toEqual({ ...seen, log: log.map((attempt) => ({ ...attempt, url: `${receiver.url}?[hidden]` })) });
});

describe("redelivering", () => {
  test("begins a new round, and is in the audit log with who did it", async () => {
    const { id: userId, token } = await anyStaff(shop.test, "DEVELOPER");
    await createEndpoint(shop.test, elsewhere);
    const [made] = await createEvents(shop.test, 1, { at, delivery: { ...failed, attempts: 5 } });
    const id = made?.deliveryId ?? "";
    const answer = await again(id, token);
    expect(answer).toMatchObject({ status: 200, json: { id, status: "PENDING", attempts: 0 } });
    expect(await stateOf(id)).toMatchObject({ status: "PENDING", attempts: 0, finishedAt: null });
    const rows = await db().select().from(auditLog).where(eq(auditLog.actor, userId));
    expect(rows).toMatchObject([{ action: "event.redeliver", subjectId: made?.eventId, environment: "test" }]);
  });

  test("takes a role that may change something", async () => {
    await createEndpoint(shop.test, elsewhere);
    const [id = ""] = idsOf(await createEvents(shop.test, 1, { delivery: failed }));
    const { token } = await anyStaff(shop.test, "VIEWER");
    expect(await again(id, token)).toMatchObject({ status: 403, json: { code: "INSUFFICIENT_ROLE" } });
    expect(await stateOf(id)).toMatchObject({ status: "FAILED" });
    expect((await one(id, token)).status).toBe(200);
  });

  test("does not reach another marketplace's, nor the other environment's", async () => {
    for (const { test: tenant } of [shop, await createMarketplace()]) await createEndpoint(tenant, elsewhere);
    await createEndpoint(shop.live, elsewhere);
    const [id = ""] = idsOf(await createEvents(shop.test, 1, { delivery: failed }));
    const { token } = await anyStaff((await createMarketplace()).test);
    for (const answer of [await again(id, token), await again(id, key, "/?environment=live"), await one(id, token)]) {
      expect(answer).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
    }
    expect(await stateOf(id)).toMatchObject({ status: "FAILED" });
  });

  test("needs an endpoint that is enabled", async () => {
    const [id = ""] = idsOf(await createEvents(shop.test, 1, { delivery: failed }));
    expect(await again(id)).toMatchObject({ status: 409, json: { code: "WEBHOOK_NOT_REGISTERED" } });
    await createEndpoint(shop.test, elsewhere, { status: "DISABLED" });
    expect(await again(id)).toMatchObject({ status: 409, json: { code: "WEBHOOK_NOT_REGISTERED" } });
  });

  test("of several is all of them or none", async () => {
    await createEndpoint(shop.test, elsewhere);
    const ids = idsOf(await createEvents(shop.test, 3, { delivery: failed }));
    const [theirs = ""] = idsOf(await createEvents((await createMarketplace()).test, 1, { delivery: failed }));
    const { id: userId } = await anyStaff(shop.test);
    const actor = { kind: "marketplaceUser", tenant: shop.test, userId, role: "OWNER" } as const;
    const send = (some: string[]) => redeliverDeliveries({ actor, input: { ids: some }, now: at, realNow: at });
    await expect(send([...ids, theirs])).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const id of [...ids, theirs]) expect(await stateOf(id)).toMatchObject({ status: "FAILED" });
    expect((await send(ids)).map(({ status }) => status)).toEqual(["PENDING", "PENDING", "PENDING"]);
    const audited = await db().select().from(auditLog).where(eq(auditLog.actor, userId));
    const named = await db().select({ id: events.id }).from(events).where(eq(events.marketplaceId, shop.marketplaceId));
    expect(audited.map(({ subjectId }) => subjectId).sort()).toEqual(named.map(({ id }) => id).sort());
  });
});
