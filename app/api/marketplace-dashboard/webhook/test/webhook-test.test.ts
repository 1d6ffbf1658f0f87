import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { deliveries, events, webhookEndpoints } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import type { TestSent } from "@/lib/platform/messages/webhooks/delivery-schema";
import { sendTestEvent } from "@/lib/platform/messages/webhooks/send-test-event";
import { testEvent } from "@/lib/terms/events/test-event";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { startReceiver } from "@/test/factories/receiver";
import { anyStaff } from "@/test/factories/staff";
import { createEndpoint } from "@/test/factories/webhook";
import { now } from "@/test/time";
import { POST } from "./route";

useDatabase();

let shop: TestMarketplace;
let staff: Awaited<ReturnType<typeof anyStaff>>;
beforeEach(async () => {
  shop = await createMarketplace();
  staff = await anyStaff(shop.test, "DEVELOPER");
});

const send = (headers: Record<string, string> = {}, path = "/", key = staff.token) =>
  call(POST, { method: "POST", key, path, headers });

const endpoint = async () =>
  (await db().select().from(webhookEndpoints).where(inTenant(webhookEndpoints, shop.test)))[0];

test("a signed event arrives, and what came of it is told and audited", async () => {
  const receiver = await startReceiver((_, response) => response.writeHead(202).end("seen"));
  const secret = await createEndpoint(shop.test, receiver.url);
  const { status, json } = await send();
  const { requestBody, requestHeaders, ...told } = json as TestSent;
  expect({ status, ...told }).toEqual({
    status: 200,
    url: receiver.url,
    eventId: expect.stringMatching(/^evt_/),
    acknowledged: true,
    responseStatus: 202,
    responseBody: "seen",
    error: null,
    durationMs: expect.any(Number),
  });
  expect(receiver.deliveries).toHaveLength(1);
  const [arrived] = receiver.deliveries;
  expect(arrived?.body).toBe(requestBody);
  expect(arrived?.headers).toMatchObject(requestHeaders);
  const event = new Webhook(secret).verify(requestBody, requestHeaders);
  expect(testEvent.body.parse(event)).toMatchObject({
    event: "webhook.test",
    event_id: told.eventId,
    environment: "test",
  });
  const [entry] = await db().select().from(auditLog).where(eq(auditLog.actor, staff.id));
  expect(entry).toMatchObject({ action: "webhook.test", detail: { outcome: "acknowledged" } });
  expect(await endpoint()).toMatchObject({ answeredAt: expect.any(Date) });
});

test("a failure is told, and has no consequences", async () => {
  const receiver = await startReceiver((_, response) => response.writeHead(410).end("gone"));
  await createEndpoint(shop.test, receiver.url);
  const told = { acknowledged: false, responseStatus: 410, responseBody: "gone", error: null };
  expect((await send()).json).toMatchObject(told);
  const untouched = { status: "ENABLED", failingSince: null, disabledReason: null, answeredAt: null };
  expect(await endpoint()).toMatchObject(untouched);
  for (const table of [events, deliveries]) expect(await db().select().from(table)).toEqual([]);
});

test("what does not answer in time is told as such", async () => {
  const receiver = await startReceiver(() => {});
  await createEndpoint(shop.test, receiver.url);
  const actor = { kind: "marketplaceUser", tenant: shop.test, userId: staff.id, role: "OWNER" } as const;
  const told = await sendTestEvent({ actor, now: now(), realNow: now(), deadlineMs: 30 });
  expect(told).toMatchObject({ acknowledged: false, responseStatus: null, error: "no answer within 0.03 s" });
});

test("goes to an endpoint that is disabled too, and needs one of this environment", async () => {
  const receiver = await startReceiver();
  await createEndpoint(shop.test, receiver.url, { status: "DISABLED" });
  expect((await send()).json).toMatchObject({ acknowledged: true });
  expect(await send({}, "/?environment=live")).toMatchObject({ status: 409, json: { code: "WEBHOOK_NOT_REGISTERED" } });
});

test("of one Idempotency-Key arrives once", async () => {
  const receiver = await startReceiver();
  await createEndpoint(shop.test, receiver.url);
  const headers = { "idempotency-key": "once" };
  const [first, second] = [await send(headers), await send(headers)];
  expect(second.json).toEqual(first.json);
  expect(receiver.deliveries).toHaveLength(1);
});

test("takes a role that may change something", async () => {
  const receiver = await startReceiver();
  await createEndpoint(shop.test, receiver.url);
  const { token } = await anyStaff(shop.test, "VIEWER");
  expect(await send({}, "/", token)).toMatchObject({ status: 403, json: { code: "INSUFFICIENT_ROLE" } });
  expect(receiver.deliveries).toHaveLength(0);
});
