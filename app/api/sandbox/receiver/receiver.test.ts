import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { demoWebhooks } from "@/db/schema/operations";
import { newWebhookSecret } from "@/lib/crypto";
import { storeCredentials } from "@/lib/sandbox/state";
import { signatureHeaders } from "@/lib/webhooks/outbound/sign-webhook";
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
