import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { webhookEndpoints } from "@/db/schema/webhooks";
import type { Actor, Tenant } from "@/lib/kernel/actor";
import { day, later, minute } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { raiseBreak } from "@/lib/lending/reconciliation/breaks/raise-breaks";
import { exampleOf } from "@/lib/terms/events/all-events";
import {
  type CollectedShop,
  collectedShop,
  namedBy,
  tellDeduction,
  tellSale,
  watchUntil,
} from "@/test/collection/shop";
import { useDatabase } from "@/test/database";
import { activeLoan, anyLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { createEndpoint, createEvents } from "@/test/factories/webhook";
import { instant } from "@/test/time";
import { countedUpTo, readAttention } from "./read-attention";
import { collectedShare, readOverview } from "./read-overview";

useDatabase();

const at = instant("2026-11-20T12:00:00Z");
const sums = (agreed: number, taken: number, missing: number, excess: number) => ({
  agreed: kobo(agreed),
  taken: kobo(taken),
  missing: kobo(missing),
  excess: kobo(excess),
});

let shop: CollectedShop;
beforeEach(async () => {
  shop = await collectedShop();
});

function staffOf(tenant: Tenant): Actor {
  return { kind: "marketplaceUser", tenant, userId: "usr_1", role: "VIEWER" };
}

describe("an overview", () => {
  test("tells what a range brought, by step and in all, and how loans are now", async () => {
    const early = later(at, -45 * day);
    await activeLoan(shop.test, shop.merchantId, { now: early, principal: 30_000_000 });
    const paidOut = later(at, -10 * day);
    const made = await activeLoan(shop.test, shop.merchantId, { now: paidOut, principal: 20_000_000 });
    await anyLoan(shop.test, shop.merchantId, { now: at });
    const loan = namedBy(shop, made);
    const sold = later(paidOut, minute);
    await tellSale(shop, { orderId: "O-1", amount: 10_000_000, at: sold }, sold);
    const source = { id: "O-1", amount: 10_000_000, at: sold };
    await tellDeduction(shop, loan, { reference: "d-1", amount: 600_000, at: sold, source }, sold);
    await watchUntil(made.loanId, at);

    const overview = await readOverview({ actor: staffOf(shop.test), range: "30d", now: at });
    expect(overview.begun).toBe(true);
    expect(overview.span).toEqual({ from: "2026-10-22", to: "2026-11-20" });
    expect(overview.funded).toEqual({ count: 1, amount: 20_000_000 });
    expect(overview.fundedBefore).toEqual({ count: 1, amount: 30_000_000 });
    expect(overview.loans).toEqual({
      ACTIVE: { count: 2, amount: 50_000_000 },
      APPROVED: { count: 1, amount: 10_000_000 },
    });
    expect(overview.requests).toEqual({ FULFILLED: { count: 2, amount: 30_000_000 } });
    expect(overview.refusals).toEqual({});
    const running = overview.steps.map((step) => step.running.count);
    expect([running.length, running[0], running[18], running[19], running.at(-1)]).toEqual([30, 1, 1, 2, 2]);
    expect(overview.steps[19]).toMatchObject({
      label: "10 Nov",
      funded: { count: 1, amount: 20_000_000 },
      collection: { taken: 600_000 },
    });
    expect(overview.collection).toEqual(overview.steps[19]?.collection);
  });

  test("has nothing of others, nor of the other environment", async () => {
    const other = await createMarketplace({ live: true });
    await activeLoan(shop.test, shop.merchantId, { now: at });
    for (const tenant of [other.test, other.live]) {
      const overview = await readOverview({ actor: staffOf(tenant), range: "12m", now: at });
      expect(overview).toMatchObject({ begun: false, funded: { count: 0 }, loans: {}, merchants: {}, requests: {} });
      expect(overview.steps.every(({ running }) => running.count === 0)).toBe(true);
    }
  });

  test.each([
    ["all of it came", sums(1_000, 1_000, 0, 0), 100],
    ["a quarter is missing", sums(1_000, 750, 250, 0), 75],
    ["what may still come does not count", sums(1_000, 300, 100, 0), 75],
    ["too much on one day makes up for nothing on another", sums(2_000, 1_500, 1_000, 500), 50],
    ["nothing is due yet", sums(1_000, 0, 0, 0), null],
  ])("says what share was collected: %s", (_, collection, share) => {
    expect(collectedShare(collection)).toBe(share);
  });
});

describe("what needs attention", () => {
  const attention = () => readAttention({ actor: staffOf(shop.test) });

  test("is nothing in a marketplace that has just begun", async () => {
    expect(await attention()).toEqual({
      breaks: { open: 0, answered: 0 },
      deliveries: { failed: 0, waiting: 0 },
      endpoint: null,
    });
  });

  test("are breaks that are open, deliveries that failed, and an endpoint that has failed for a while", async () => {
    const { test: tenant, merchantId } = shop;
    const subject = { tenant, merchantId, evidence: {}, now: at };
    await raiseBreak({ ...subject, type: "AMOUNT", subject: "one" });
    await raiseBreak({ ...subject, type: "MISSING", subject: "two" });
    await createEndpoint(tenant, "https://example.com/");
    await createEvents(tenant, 3);
    await db()
      .update(webhookEndpoints)
      .set({ failingSince: at })
      .where(eq(webhookEndpoints.marketplaceId, tenant.marketplaceId));
    expect(await attention()).toMatchObject({
      breaks: { open: 2, answered: 0 },
      deliveries: { failed: 0, waiting: 3 },
      endpoint: { status: "ENABLED", failingSince: at },
    });
    const other = await createMarketplace();
    expect(await readAttention({ actor: staffOf(other.test) })).toMatchObject({ breaks: { open: 0 }, endpoint: null });
  });

  test("is counted no further than anybody reads", async () => {
    const { marketplaceId } = shop.test;
    const body = JSON.stringify(exampleOf("merchant.created"));
    await db().execute(`
      with many as (
        insert into events (id, marketplace_id, environment, merchant_id, sequence, type, body, occurred_at)
        select 'evt_many' || n, '${marketplaceId}', 'test', '${shop.merchantId}', 1000 + n, 'merchant.created', '${body}', now()
        from generate_series(1, ${countedUpTo + 50}) n returning id
      )
      insert into deliveries (id, marketplace_id, environment, event_id, status, created_at)
      select 'dlv_' || id, '${marketplaceId}', 'test', id, 'FAILED', now() from many`);
    expect((await attention()).deliveries.failed).toBe(countedUpTo + 1);
  });
});
