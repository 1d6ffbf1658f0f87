import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { connections } from "@/db/schema/merchants";
import { events } from "@/db/schema/webhooks";
import { receiveAccountFlag } from "@/lib/sales/data-events/receive-account-flag";
import { disconnectMerchant } from "@/lib/surfaces/account/consents/disconnect-merchant";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { consentedCode, oauthClient, redemption, type TestClient } from "@/test/factories/oauth";
import { askToken, works } from "@/test/oauth-calls";
import { now } from "@/test/time";

useDatabase();

let shop: TestMarketplace;
let client: TestClient;
beforeAll(async () => {
  shop = await createMarketplace();
  client = await oauthClient(shop.test);
});

const connectionOf = async (merchantId: string) =>
  (await db().select().from(connections).where(eq(connections.merchantId, merchantId)))[0];

async function consent(userId?: string) {
  const given = await consentedCode(client, userId === undefined ? {} : { userId });
  const { json } = await askToken(client, redemption(client, given));
  return { userId: given.userId, merchantId: String(json.merchant_id), token: json.access_token };
}
const disconnect = (ref: string) =>
  disconnectMerchant({ actor: sandboxActor(shop.test), ref, input: { reason: "x" }, now: now(), realNow: now() });

test("a new consent opens the same connection again, and tells so; tokens of before stay dead", async () => {
  const first = await consent();
  const before = await connectionOf(first.merchantId);
  await disconnect(first.merchantId);
  expect(await works(first.token)).toBe(false);
  const second = await consent(first.userId);
  expect(second.merchantId).toBe(first.merchantId);
  expect([await works(first.token), await works(second.token)]).toEqual([false, true]);
  expect(await connectionOf(first.merchantId)).toEqual(before);
  const told = await db().select().from(events).where(eq(events.merchantId, first.merchantId)).orderBy(events.sequence);
  expect(told.map(({ body }) => JSON.parse(body))).toMatchObject([
    { event: "merchant.disconnected", reason: "MARKETPLACE" },
    { event: "merchant.reconnected", connection_id: before?.id, connection_status: "PENDING" },
  ]);
  await consent(first.userId);
  expect(await db().select().from(events).where(eq(events.merchantId, first.merchantId))).toHaveLength(2);
});

test("where data has come before, it is active at once, and that is told", async () => {
  const { userId, merchantId } = await consent();
  await db().update(connections).set({ activatedAt: now() }).where(eq(connections.merchantId, merchantId));
  await disconnect(merchantId);
  await consent(userId);
  expect(await connectionOf(merchantId)).toMatchObject({ status: "ACTIVE" });
  const told = await db().select().from(events).where(eq(events.merchantId, merchantId)).orderBy(events.sequence);
  expect(JSON.parse(told.at(-1)?.body ?? "")).toMatchObject({
    event: "merchant.reconnected",
    connection_status: "ACTIVE",
  });
});

test("it does not lift a suspension", async () => {
  const { userId, merchantId } = await consent();
  const flag = { eventId: "sus-1", flag: "SUSPENDED", severity: null, reason: null, occurredAt: now() } as const;
  await receiveAccountFlag({ actor: sandboxActor(shop.test), input: { ...flag, merchantId }, now: now() });
  await disconnect(merchantId);
  await consent(userId);
  expect(await connectionOf(merchantId)).toMatchObject({ status: "SUSPENDED", disconnectedAt: null });
});
