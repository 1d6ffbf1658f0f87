import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { accountFlagEvents, repaymentEvents, salesEvents } from "@/db/schema/data-events";
import { auditLog } from "@/db/schema/operations";
import type { Tenant } from "@/lib/kernel/actor";
import { later, minute } from "@/lib/kernel/calendar";
import { mintEmbedToken } from "@/lib/surfaces/journey/mint-token";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { anyLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { storedState } from "@/test/factories/snapshot";
import { now } from "@/test/time";
import { POST as accountFlags } from "./account-flags/route";
import { POST as repayments } from "./repayments/route";
import { POST as sales } from "./sales/route";

useDatabase();

type Json = Record<string, unknown>;
/** A merchant of some tenant and its loan, as an event names them. */
type Named = { marketplaceId: string; merchantId: string; own: string; loanId: string };

async function named(tenant: Tenant): Promise<Named> {
  const { merchantId, thirdPartyCustomerId: own } = await anyMerchant(tenant);
  const { loanId } = await anyLoan(tenant, merchantId);
  return { marketplaceId: tenant.marketplaceId, merchantId, own, loanId };
}

let made = 0;
const occurredAt = "2025-01-10T09:00:00Z";
function anyEventId(): string {
  made += 1;
  return `event-${made}`;
}

const kinds = [
  {
    kind: "a sales event",
    route: sales,
    table: salesEvents,
    event: ({ own }: Named): Json => ({
      merchantId: own,
      orderId: "order-1",
      amount: 12_500.5,
      currency: "NGN",
      occurredAt,
    }),
    change: { amount: 12_500.51 },
  },
  {
    kind: "an account flag",
    route: accountFlags,
    table: accountFlagEvents,
    event: ({ own }: Named): Json => ({ merchantId: own, flag: "POLICY_VIOLATION", severity: "LOW", occurredAt }),
    change: { severity: "HIGH" },
  },
  {
    kind: "a repayment event",
    route: repayments,
    table: repaymentEvents,
    event: ({ marketplaceId, own, loanId }: Named): Json => ({
      event: "repayment.deducted",
      timestamp: occurredAt,
      marketplace: { id: marketplaceId },
      merchant: { marketplaceId: own },
      loan: { serviceId: loanId },
      deduction: { reference: "ded-1", amount: 1_500.25, currency: "NGN", deductedAt: occurredAt },
    }),
    change: { timestamp: "2025-01-10T09:00:01Z" },
  },
];

let mine: TestMarketplace;
let stranger: TestMarketplace;
let shop: Named;
let token = "";
beforeAll(async () => {
  mine = await createMarketplace({ live: true });
  stranger = await createMarketplace();
  shop = await named(mine.test);
  token = await accessTokenOf(mine.test, { scopes: ["events.write"] });
});

describe.each(kinds)("$kind", ({ route, table, event, change }) => {
  const rows = async (eventId: string) => db().select().from(table).where(eq(table.eventId, eventId));
  const send = (body: Json, key = token) => call(route, { key, body });

  test("is received, and the audit log says who sent it", async () => {
    const eventId = anyEventId();
    const before = now();
    const answer = await send({ eventId, ...event(shop) });
    expect([answer.status, answer.json]).toEqual([200, { received: true, eventId, receivedAt: expect.any(String) }]);
    const [row] = await rows(eventId);
    expect(row).toMatchObject({ merchantId: shop.merchantId, occurredAt: new Date(occurredAt) });
    expect(row?.receivedAt.toISOString()).toBe(answer.json.receivedAt);
    expect(row?.receivedAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
    const audited = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, row?.id ?? ""));
    expect(audited).toMatchObject([
      { actor: expect.stringMatching(/^cli_/), action: expect.stringMatching(/\.receive$/) },
    ]);
  });

  test("sent again gives the first answer, whatever the order of its fields and with null for none; other contents are a conflict", async () => {
    const eventId = anyEventId();
    const body: Json = { eventId, ...event(shop) };
    const first = await send(body);
    const reordered = Object.fromEntries(Object.entries(body).reverse());
    for (const again of [body, reordered, { ...body, refundOf: null }]) {
      expect(await send(again)).toMatchObject({ status: 200, json: first.json });
    }
    // A repayment is compared as it was sent, like the webhook; of the others, what nobody knows makes no other event.
    const more = await send({ ...body, somethingElse: true });
    expect(more.status).toBe(table === repaymentEvents ? 409 : 200);
    const other = await send({ ...body, ...change });
    expect([other.status, other.json.code]).toEqual([409, "EVENT_CONFLICT"]);
    expect(await send(body)).toMatchObject({ status: 200, json: first.json });
    expect(await rows(eventId)).toHaveLength(1);
  });

  test("sent twenty times at once is one row and one answer", async () => {
    const eventId = anyEventId();
    const body = { eventId, ...event(shop) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(body)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await rows(eventId)).toHaveLength(1);
  });

  test("twenty different ones under one id: the first is kept, the others conflict", async () => {
    const eventId = anyEventId();
    const at = (i: number) => `2025-01-10T09:00:${String(i).padStart(2, "0")}Z`;
    const moment = "timestamp" in event(shop) ? "timestamp" : "occurredAt";
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => send({ eventId, ...event(shop), [moment]: at(i) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect(await rows(eventId)).toHaveLength(1);
  });

  test("may come from a clock that is five minutes ahead, no more", async () => {
    const shifted = (ms: number) =>
      JSON.parse(JSON.stringify(event(shop)).replaceAll(occurredAt, later(now(), ms).toISOString()));
    expect((await send({ eventId: anyEventId(), ...shifted(4 * minute) })).status).toBe(200);
    const ahead = await send({ eventId: anyEventId(), ...shifted(6 * minute) });
    expect(ahead.status).toBe(400);
    expect(ahead.json.errors).toContainEqual({
      field: expect.stringMatching(/^(occurredAt|timestamp)$/),
      error: "Must not be more than 5 minutes in the future",
    });
  });

  test("names the merchant by either id, except where the field is one of the two", async () => {
    const { status } = await send({ eventId: anyEventId(), ...event({ ...shop, own: shop.merchantId }) });
    expect(status).toBe(table === repaymentEvents ? 404 : 200);
  });

  test("the same id is another event in another environment and marketplace", async () => {
    const eventId = anyEventId();
    for (const tenant of [mine.test, mine.live, stranger.test]) {
      const key = await accessTokenOf(tenant);
      expect((await send({ eventId, ...event(await named(tenant)) }, key)).status).toBe(200);
    }
    expect(await rows(eventId)).toHaveLength(3);
  });

  test("reaches nobody else's merchant: answered like one that does not exist, nothing stored", async () => {
    const nobody: Named = { ...shop, own: "shop-of-nobody" };
    const unbound = await accessTokenOf(mine.test, { scopes: ["events.write"] });
    const bound = await accessTokenOf(mine.test, {
      scopes: ["events.write"],
      merchantId: (await anyMerchant(mine.test)).merchantId,
    });
    const live = await accessTokenOf(mine.live);
    const foreign = await named(stranger.test);
    const { requestId: _, ...none } = (await send({ eventId: anyEventId(), ...event(nobody) })).json;
    expect(none).toMatchObject({ status: 404, code: "NOT_FOUND" });
    const before = await storedState();
    const attempts: [string, Named][] = [
      [unbound, { ...foreign, marketplaceId: mine.marketplaceId }],
      [bound, shop],
      [bound, nobody],
      [live, shop],
    ];
    for (const [key, target] of attempts) {
      const { requestId: __, ...answer } = (await send({ eventId: anyEventId(), ...event(target) }, key)).json;
      expect(answer).toEqual(none);
    }
    expect(await storedState()).toEqual(before);
  });

  test("a merchant's token reaches that merchant", async () => {
    const key = await accessTokenOf(mine.test, { merchantId: shop.merchantId });
    expect((await send({ eventId: anyEventId(), ...event(shop) }, key)).status).toBe(200);
  });

  test("takes a token with events.write and no other credential", async () => {
    const body = { eventId: anyEventId(), ...event(shop) };
    const scoped = await send(body, await accessTokenOf(mine.test, { scopes: ["data.share.sales", "loans.read"] }));
    expect([scoped.status, scoped.json.code]).toEqual([403, "INSUFFICIENT_SCOPE"]);
    expect(scoped.headers.get("www-authenticate")).toContain('error="insufficient_scope", scope="events.write"');
    const embed = await mintEmbedToken({ actor: sandboxActor(mine.test), ref: shop.own, realNow: now() });
    for (const key of [mine.testKey, embed.token, "oat_0", undefined]) {
      const refused = await call(route, { ...(key ? { key } : {}), body });
      expect([refused.status, refused.json.code]).toEqual([401, "UNAUTHENTICATED"]);
      expect(refused.headers.get("www-authenticate")).toMatch(/^Bearer/);
    }
    const early = await createMarketplace();
    const live = await send(body, await accessTokenOf(early.live));
    expect([live.status, live.json.code]).toEqual([403, "MARKETPLACE_NOT_LIVE"]);
    expect(await rows(body.eventId)).toHaveLength(0);
  });
});

describe("a repayment event", () => {
  const send = async (change: (body: Json) => Json) => {
    const body = { eventId: anyEventId(), ...(kinds[2]?.event(shop) ?? {}) };
    return call(repayments, { key: token, body: change(body) });
  };

  test("is kept whole, in kobo where it is counted", async () => {
    const balance = { totalDue: 109_000, totalPaid: 1_500.25, outstanding: 107_499.75 };
    const answer = await send((body) => ({ ...body, loanBalance: balance, unknown: "dropped" }));
    const [row] = await db()
      .select()
      .from(repaymentEvents)
      .where(eq(repaymentEvents.eventId, String(answer.json.eventId)));
    expect(row).toMatchObject({ loanId: shop.loanId, type: "repayment.deducted", reference: "ded-1", amount: 150_025 });
    const kept = JSON.parse(row?.body ?? "{}");
    expect(kept).toMatchObject({ merchant: { marketplaceId: shop.own }, loanBalance: balance });
    expect(kept).not.toHaveProperty("unknown");
  });

  test.each(["repayment.failed", "repayment.reversed"])("%s has an amount and a moment too", async (event) => {
    const own =
      event === "repayment.failed"
        ? { attemptedAmount: 99.99, failedAt: occurredAt, reasonCode: "NO_FUNDS", reason: "Empty", willRetry: false }
        : { amount: 99.99, reversedAt: occurredAt, originalReference: "ded-0", reasonCode: "REFUND" };
    const answer = await send((body) => ({
      ...body,
      event,
      deduction: { reference: "ded-9", currency: "NGN", ...own },
    }));
    const [row] = await db()
      .select()
      .from(repaymentEvents)
      .where(eq(repaymentEvents.eventId, String(answer.json.eventId)));
    expect(row).toMatchObject({ type: event, reference: "ded-9", amount: 9_999, occurredAt: new Date(occurredAt) });
  });

  test("another marketplace's id is a wrong field", async () => {
    const answer = await send((body) => ({ ...body, marketplace: { id: stranger.marketplaceId } }));
    expect(answer.json).toMatchObject({ status: 400, errors: [{ field: "marketplace.id" }] });
  });

  test("merchant and loan have to be each other's, under every name they are given", async () => {
    const other = await named(mine.test);
    const foreign = await named(stranger.test);
    const wrong: Json[] = [
      { loan: { serviceId: other.loanId } },
      { loan: { serviceId: foreign.loanId } },
      { loan: { serviceId: "loan_00000000000000000000000000" } },
      { loan: { serviceId: shop.loanId, serviceReference: "LN-OTHER" } },
      { merchant: { marketplaceId: other.own } },
      { merchant: { marketplaceId: shop.own, serviceId: other.merchantId } },
      { merchant: { marketplaceId: other.own, serviceId: shop.merchantId } },
      { merchant: { marketplaceId: shop.merchantId } },
    ];
    for (const change of wrong) {
      const answer = await send((body) => ({ ...body, ...change }));
      expect([answer.status, answer.json.code], JSON.stringify(change)).toEqual([404, "NOT_FOUND"]);
    }
  });
});

test("a token that is bound to a merchant cannot find out which other loans there are", async () => {
  const [own, other] = [await named(mine.test), await named(mine.test)];
  const key = await accessTokenOf(mine.test, { scopes: ["events.write"], merchantId: own.merchantId });
  const deduction = { reference: "ded-1", amount: 100, currency: "NGN", deductedAt: occurredAt };
  const answers = [other.loanId, "loan_00000000000000000000000000"].map(async (serviceId) => {
    const event = { event: "repayment.deducted", eventId: anyEventId(), timestamp: occurredAt, deduction };
    const about = { marketplace: { id: own.marketplaceId }, merchant: { marketplaceId: own.own }, loan: { serviceId } };
    const { json } = await call(repayments, { key, body: { ...event, ...about } });
    return { ...json, requestId: null };
  });
  const [foreign, none] = await Promise.all(answers);
  expect(none).toMatchObject({ status: 404, code: "NOT_FOUND" });
  expect(foreign).toEqual(none);
});
