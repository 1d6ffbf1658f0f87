import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { demoWebhooks } from "@/db/schema/operations";
import { newWebhookSecret } from "@/lib/kernel/crypto";
import { realTimeOf } from "@/lib/kernel/time";
import { signatureHeaders } from "@/lib/platform/messages/webhooks/sign-webhook";
import { storeCredentials, storeShowcase } from "@/lib/sandbox/test-helpers/state";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { POST } from "./route";

useDatabase();

const webhookSecret = newWebhookSecret();
const event = { event: "kyc.approved", event_id: "evt_1", merchant: { service_id: "mer_1", marketplace_id: "shop-a" } };

beforeAll(async () => {
  const { marketplaceId, testKey } = await createMarketplace();
  await storeCredentials({ marketplaceId, secretKey: testKey, webhookSecret });
});

function deliver(body: string, secret = webhookSecret) {
  const headers = signatureHeaders({ eventId: "evt_1", body, secrets: [secret], at: now() });
  return call(POST, { raw: body, headers });
}

const kept = () => db().select().from(demoWebhooks);

test("keeps nothing that carries another signature, or none", async () => {
  const body = JSON.stringify(event);
  expect((await deliver(body, newWebhookSecret())).status).toBe(401);
  expect((await call(POST, { raw: body })).status).toBe(401);
  expect(await kept()).toEqual([]);
});

test("keeps what is genuine, once, and acknowledges it each time", async () => {
  for (let times = 0; times < 2; times++) expect((await deliver(JSON.stringify(event))).status).toBe(204);
  expect(await kept()).toMatchObject([
    { eventId: "evt_1", event: "kyc.approved", thirdPartyCustomerId: "shop-a", environment: "test", body: event },
  ]);
});

test("refuses a genuine body that is no JSON", async () => {
  expect(await deliver("{")).toMatchObject({ status: 400, json: { code: "MALFORMED_JSON" } });
  expect(await kept()).toHaveLength(1);
});

test("of the showcase nothing is kept, and some events are refused each time, as by a receiver with a fault", async () => {
  const secret = newWebhookSecret();
  const signIn = { email: "a@b.example", password: "a-password" };
  const staff = { owner: signIn, developer: signIn, viewer: signIn };
  await storeShowcase({ marketplaceId: "mkt_showcase", webhookSecret: secret, staff });
  const before = await kept();
  const body = JSON.stringify({ ...event, event_id: "evt_2" });
  const outcomes = (eventId: string) =>
    Promise.all(
      [0, 1_000].map(async (ms) => {
        const at = realTimeOf(Date.UTC(2026, 10, 22) + ms);
        return (await call(POST, { raw: body, headers: signatureHeaders({ eventId, body, secrets: [secret], at }) }))
          .status;
      }),
    );
  expect(await outcomes("evt_00")).toEqual([401, 401]);
  expect(await outcomes("evt_z2")).toEqual([204, 401]);
  expect(await outcomes("evt_zz")).toEqual([204, 204]);
  expect(await kept()).toEqual(before);
});
