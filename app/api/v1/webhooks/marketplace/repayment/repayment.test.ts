import { beforeAll, expect, it } from "vitest";
import { GET as listBreaks } from "@/app/api/v1/marketplace-api/breaks/route";
import { POST as submitRepaymentEvent } from "@/app/marketplace/data/events/repayments/route";
import { db } from "@/db/client";
import { repaymentEvents } from "@/db/schema/data-events";
import { inboundRefusals } from "@/db/schema/marketplaces";
import type { Tenant } from "@/lib/kernel/actor";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { apiSecretOf, signedWebhook } from "@/test/factories/inbound";
import { anyMerchant } from "@/test/factories/kyc";
import { anyLoan, disbursingLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { POST } from "./route";

useDatabase();

type Named = { tenant: Tenant; own: string; loanId: string };
let shop: TestMarketplace;
let mine: Named;
beforeAll(async () => {
  shop = await createMarketplace({ live: true });
  mine = await named(shop.test);
});

async function named(tenant: Tenant): Promise<Named> {
  const { merchantId, thirdPartyCustomerId: own } = await anyMerchant(tenant);
  return { tenant, own, loanId: (await anyLoan(tenant, merchantId)).loanId };
}

const at = "2025-01-10T09:00:00Z";
let made = 0;
function deducted({ tenant, own, loanId }: Named = mine) {
  made += 1;
  return {
    event: "repayment.deducted",
    event_id: `evt-${made}`,
    timestamp: at,
    marketplace: { id: tenant.marketplaceId },
    merchant: { marketplace_id: own },
    loan: { service_id: loanId },
    deduction: { reference: `ded-${made}`, amount: 1_500.25, currency: "NGN", deducted_at: at },
  };
}

async function send(body: object, tenant: Tenant = shop.test) {
  const { marketplaceId } = tenant;
  return call(POST, signedWebhook({ secret: await apiSecretOf(tenant), marketplaceId, body }));
}

it("acknowledges a repayment, and each repetition with the first acknowledgement word for word", async () => {
  const body = deducted();
  const first = await send(body);
  expect([first.status, first.json]).toEqual([
    200,
    {
      status: "received",
      event_id: body.event_id,
      service_reference: expect.stringMatching(/^rep_/),
      received_at: expect.stringMatching(/Z$/),
    },
  ]);
  const again = await Promise.all([body, Object.fromEntries(Object.entries(body).reverse())].map((one) => send(one)));
  for (const answer of again) expect([answer.status, answer.text]).toEqual([200, first.text]);
  const other = await send({ ...body, timestamp: "2025-01-10T09:00:01Z" });
  expect(other).toMatchObject({ status: 409, json: { code: "EVENT_CONFLICT" } });
});

it("takes the data event of the same event for the same", async () => {
  const body = deducted();
  const first = await send(body);
  const token = await accessTokenOf(shop.test, { scopes: ["events.write"] });
  const { event, event_id: eventId, timestamp, marketplace, merchant, loan, deduction } = body;
  const camel = {
    event,
    eventId,
    timestamp,
    marketplace,
    merchant: { marketplaceId: merchant.marketplace_id },
    loan: { serviceId: loan.service_id },
    deduction: { ...deduction, deducted_at: undefined, deductedAt: deduction.deducted_at },
  };
  const answer = await call(submitRepaymentEvent, { key: token, body: camel });
  expect([answer.status, answer.json]).toEqual([200, { received: true, eventId, receivedAt: first.json.received_at }]);
});

it("names what the verb finds wrong by the sender's field names", async () => {
  const body = deducted();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const answer = await send({ ...body, deduction: { ...body.deduction, deducted_at: tomorrow } });
  expect(answer.json).toMatchObject({ status: 400, errors: [{ field: "deduction.deducted_at" }] });
});

it("finds nothing of other environments and marketplaces, and keeps what it refuses", async () => {
  const stranger = await createMarketplace();
  const foreign = [await named(shop.live), await named(stranger.test), { ...mine, loanId: "loan_none" }];
  const before = (await db().select().from(repaymentEvents)).length;
  for (const { own, loanId } of foreign) {
    const answer = await send(deducted({ ...mine, own, loanId }));
    expect([answer.status, answer.json.code]).toEqual([404, "NOT_FOUND"]);
  }
  expect(await db().select().from(repaymentEvents)).toHaveLength(before);
  const kept = await db().select().from(inboundRefusals);
  expect(kept.filter(({ code, environment }) => code === "NOT_FOUND" && environment === "test")).toHaveLength(3);
  expect((await send(deducted(await named(stranger.live)), stranger.live)).status).toBe(403);
});

it("shows a loan being paid out with its public status", async () => {
  const { merchantId, thirdPartyCustomerId: own } = await anyMerchant(shop.test);
  const { loanId } = await disbursingLoan(shop.test, merchantId);
  expect((await send(deducted({ ...mine, own, loanId }))).status).toBe(200);
  const { json } = await call(listBreaks, { key: shop.testKey, path: `/?loanId=${loanId}` });
  expect(json.data).toMatchObject([{ type: "WRONG_LOAN", evidence: { loanState: "APPROVED" } }]);
});
