import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { settlementEvents } from "@/db/schema/settlements";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { apiSecretOf, signedWebhook } from "@/test/factories/inbound";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { POST } from "./route";

useDatabase();

it("acknowledges both events of a settlement under its one reference, and refuses other figures", async () => {
  const { test: tenant, marketplaceId } = await createMarketplace();
  const { thirdPartyCustomerId } = await anyMerchant(tenant);
  const secret = await apiSecretOf(tenant);
  const send = (event: string, eventId: string, settlement: object) => {
    const common = { timestamp: "2025-01-10T09:00:00Z", marketplace: { id: marketplaceId } };
    const body = {
      event,
      event_id: eventId,
      ...common,
      merchant: { marketplace_id: thirdPartyCustomerId },
      settlement,
    };
    return call(POST, signedWebhook({ secret, marketplaceId, body, eventId }));
  };
  const figures = { gross_amount: 100_000, total_deductions: 15_000, net_amount: 85_000, currency: "NGN" };
  const period = { period_start: "2025-01-01T00:00:00Z", period_end: "2025-01-08T00:00:00Z" };
  const created = { reference: "set-1", ...figures, ...period };
  const first = await send("settlement.created", "evt-1", created);
  expect([first.status, first.json]).toEqual([
    200,
    {
      status: "received",
      event_id: "evt-1",
      service_reference: expect.stringMatching(/^set_/),
      received_at: expect.any(String),
    },
  ]);
  expect((await send("settlement.created", "evt-1", created)).text).toBe(first.text);
  const transfer = {
    reference: "set-1",
    currency: "NGN",
    transferred_at: "2025-01-09T00:00:00Z",
    transfer_reference: "t",
  };
  const other = await send("settlement.transferred", "evt-2", { ...transfer, net_amount: 84_999 });
  expect(other).toMatchObject({ status: 409, json: { code: "SETTLEMENT_CONFLICT" } });
  const second = await send("settlement.transferred", "evt-3", { ...transfer, net_amount: 85_000 });
  expect(second).toMatchObject({ status: 200, json: { service_reference: first.json.service_reference } });
});

it("keeps an event's known fields, and drops the others", async () => {
  const { test: tenant, marketplaceId } = await createMarketplace();
  const { thirdPartyCustomerId } = await anyMerchant(tenant);
  const settlement = {
    reference: "set-1",
    net_amount: 85_000,
    currency: "NGN",
    transferred_at: "2025-01-09T01:00:00+01:00",
    transfer_reference: "t",
    beneficiary: "Somebody",
  };
  const body = {
    event: "settlement.transferred",
    event_id: "evt-1",
    timestamp: "2025-01-10T09:00:00Z",
    marketplace: { id: marketplaceId },
    merchant: { marketplace_id: thirdPartyCustomerId },
    settlement,
  };
  const send = (sent: object) =>
    apiSecretOf(tenant).then((secret) => call(POST, signedWebhook({ secret, marketplaceId, body: sent })));
  expect((await send(body)).status).toBe(200);
  const [kept] = await db().select().from(settlementEvents).where(eq(settlementEvents.marketplaceId, marketplaceId));
  const { beneficiary, ...known } = settlement;
  expect(kept?.body).not.toContain(beneficiary);
  expect(JSON.parse(kept?.body ?? "{}")).toMatchObject({
    settlement: { reference: known.reference, netAmount: 85_000, transferredAt: "2025-01-09T00:00:00.000Z" },
  });
  // What is dropped still tells one event from another.
  expect((await send({ ...body, settlement: known })).json).toMatchObject({ code: "EVENT_CONFLICT" });
  const audited = await db()
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, kept?.settlementId ?? ""));
  expect(audited).toEqual([]);
});
