import { gzipSync } from "node:zlib";
import { desc, eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { GET as listRefused } from "@/app/api/v1/marketplace-api/refused-webhooks/route";
import { db } from "@/db/client";
import { inboundRefusals } from "@/db/schema/marketplaces";
import { day, later } from "@/lib/kernel/calendar";
import { decrypt } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import type { BusinessTime } from "@/lib/kernel/time";
import { repaymentWebhook } from "@/lib/lending/repayments/schema";
import { purgeRefusals, refusalRetention } from "@/lib/platform/inbound/purge-refusals";
import { refusalPurpose } from "@/lib/terms/inbound-webhooks";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { apiSecretOf, signedWebhook } from "@/test/factories/inbound";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { instant, now } from "@/test/time";
import { maxBodyBytes } from "./body";
import { webhookRoute } from "./webhook-route";

useDatabase();

type Received = {
  actor: { kind: string; tenant: unknown };
  input: { eventId: string };
  raw: unknown;
  now: BusinessTime;
};
const receivedAt = instant("2026-03-01T12:00:00.123Z");
const receive = vi.fn(async ({ input }: Received) => ({ id: "rep_1", eventId: input.eventId, receivedAt }));

const POST = webhookRoute({
  operationId: "receiveSomething",
  summary: "Receive something",
  description: "For a test.",
  body: repaymentWebhook,
  errors: ["NOT_FOUND"],
  receive,
});

let shop: TestMarketplace;
let secret = "";
beforeAll(async () => {
  shop = await createMarketplace({ live: true });
  secret = await apiSecretOf(shop.test);
});
beforeEach(() => {
  receive.mockClear();
});

const at = "2026-03-01T11:59:00Z";
const event = (over: object = {}) => ({
  event: "repayment.deducted",
  event_id: "evt-1",
  timestamp: at,
  marketplace: { id: shop.marketplaceId, name: "Bọ́lá — ₦" },
  merchant: { marketplace_id: "shop-1", service_id: "mer_1" },
  loan: { service_id: "loan_1", service_reference: "LN-1" },
  deduction: { reference: "ded-1", amount: 1_500.25, currency: "NGN", deducted_at: at },
  ...over,
});

type Send = Partial<Parameters<typeof signedWebhook>[0]> & { more?: Record<string, string> };

function send({ more, ...over }: Send = {}) {
  const { marketplaceId } = shop;
  const { headers, raw } = signedWebhook({ secret, marketplaceId, body: event(), ...over });
  return call(POST, { headers: { ...headers, ...more }, raw });
}

const newest = async () => (await db().select().from(inboundRefusals).orderBy(desc(inboundRefusals.id)).limit(1))[0];

describe("an authentic webhook", () => {
  it("reaches the verb in camelCase, as parsed and as it was, and is acknowledged", async () => {
    const body = event({ new_field: { some_name: [1] }, source_transaction: undefined });
    const answer = await send({ body, eventId: "evt-1" });
    expect([answer.status, answer.json.errors]).toEqual([200, undefined]);
    expect(answer.text).toBe(
      '{"status":"received","event_id":"evt-1","service_reference":"rep_1","received_at":"2026-03-01T12:00:00.123Z"}',
    );
    expect(answer.headers.get("ratelimit-policy")).toMatch(/write/);
    const [given] = receive.mock.calls[0] ?? [];
    expect(given?.actor).toEqual({ kind: "webhook", tenant: shop.test });
    expect(given?.input).toMatchObject({
      eventId: "evt-1",
      merchant: { marketplaceId: "shop-1", serviceId: "mer_1" },
      deduction: { amount: 1_500.25, deductedAt: new Date(at) },
    });
    expect(given?.input).not.toHaveProperty("newField");
    expect(given?.raw).toMatchObject({ eventId: "evt-1", newField: { someName: [1] }, deduction: { deductedAt: at } });
  });

  it("may be laid out in any way: order, whitespace, escapes, a byte order mark", async () => {
    const text = JSON.stringify(event());
    const bom = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]);
    const escaped = text.replace("₦", "\\u20a6");
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(event()).reverse()));
    for (const body of [text, JSON.stringify(event(), null, 4), reordered, escaped, bom]) {
      expect((await send({ body })).status).toBe(200);
    }
    const [first, ...others] = receive.mock.calls.map(([{ raw }]) => raw);
    for (const raw of others) expect(raw).toEqual(first);
  });

  it("with a name twice in an object means the last, in the body and to the headers", async () => {
    const twice = (first: string, last: string) =>
      JSON.stringify(event()).replace('"event_id":"evt-1"', `"event_id":"${first}","event_id":"${last}"`);
    expect((await send({ body: twice("evt-0", "evt-1"), eventId: "evt-1" })).json.event_id).toBe("evt-1");
    const other = await send({ body: twice("evt-1", "evt-0"), eventId: "evt-1" });
    expect(other).toMatchObject({ status: 400, json: { errors: [{ field: "event_id" }] } });
  });

  it("has unsigned headers that agree with its body", async () => {
    const stranger = await createMarketplace();
    const theirs = await send({ body: event({ marketplace: { id: stranger.marketplaceId } }), eventId: "evt-2" });
    expect(theirs).toMatchObject({
      status: 400,
      json: { code: "VALIDATION_FAILED", errors: [{ field: "marketplace.id" }, { field: "event_id" }] },
    });
    expect(receive).not.toHaveBeenCalled();
    const body = event({ event_id: "evt-₦-é" });
    for (const eventId of [undefined, "", Buffer.from("evt-₦-é").toString("latin1")]) {
      expect((await send({ body, eventId })).status).toBe(200);
    }
    const latin = await send({ body: event({ event_id: "evt-é" }), eventId: "evt-é" });
    expect(latin.status).toBe(200);
  });

  it("has at most 1 MiB", async () => {
    const text = Buffer.from(JSON.stringify(event()));
    const padded = (size: number) => Buffer.concat([text, Buffer.alloc(size - text.byteLength, " ")]);
    expect((await send({ body: padded(maxBodyBytes) })).status).toBe(200);
    const refusals = (await db().select().from(inboundRefusals)).length;
    expect(await send({ body: padded(maxBodyBytes + 1) })).toMatchObject({
      status: 413,
      json: { code: "BODY_TOO_LARGE" },
    });
    expect(await db().select().from(inboundRefusals)).toHaveLength(refusals);
  });
});

describe("a refused webhook", () => {
  const unreadable: [string, string | Uint8Array][] = [
    ["no JSON", "{"],
    ["text after it", `${JSON.stringify({})} x`],
    ["bytes that are no UTF-8", Buffer.from([0x7b, 0xff, 0x7d])],
    ["UTF-16", Buffer.from("\ufeff{}", "utf16le")],
    ["compressed", gzipSync("{}")],
    ["nested beyond reason", "[".repeat(70) + "]".repeat(70)],
  ];
  it.each(unreadable)("that is %s is a 400, kept byte for byte", async (_, body) => {
    const answer = await send({ body });
    expect(answer).toMatchObject({ status: 400, json: { code: "MALFORMED_JSON" } });
    const kept = await newest();
    expect(kept).toMatchObject({ ...shop.test, operation: "receiveSomething", code: "MALFORMED_JSON" });
    expect(kept?.detail).toBe(answer.json.detail);
    expect(Buffer.from(decrypt(refusalPurpose, kept?.body ?? ""), "base64")).toEqual(Buffer.from(body));
  });

  it("may be compressed: what is signed is the body inside", async () => {
    const { headers, raw } = signedWebhook({ secret, marketplaceId: shop.marketplaceId, body: event() });
    const ask = (coding: string, sent: string | Uint8Array) =>
      call(POST, { headers: { ...headers, "content-encoding": coding }, raw: sent });
    expect(await ask("gzip", gzipSync(raw))).toMatchObject({ status: 200, json: { event_id: "evt-1" } });
    expect((await ask("identity", raw)).status).toBe(200);
    expect(await ask("gzip", raw)).toMatchObject({ status: 400, json: { code: "MALFORMED_JSON" } });
    const other = await ask("br", raw);
    expect(other).toMatchObject({ status: 415, json: { code: "UNSUPPORTED_MEDIA_TYPE" } });
    expect(other.headers.get("accept-encoding")).toBe("gzip");
  });

  it("that says it is no JSON is a 415, and kept", async () => {
    const answer = await send({ more: { "content-type": "application/x-www-form-urlencoded" } });
    expect(answer).toMatchObject({ status: 415, json: { code: "UNSUPPORTED_MEDIA_TYPE" } });
    expect(await newest()).toMatchObject({ ...shop.test, code: "UNSUPPORTED_MEDIA_TYPE" });
  });

  it("gets errors by the names it used, and the list shows the same", async () => {
    const body = event({ deduction: { reference: "ded-1", amount: 0, currency: "NGN" }, event_id: undefined });
    const answer = await send({ body });
    expect(answer.json.errors).toEqual([
      { field: "event_id", error: "Is required" },
      { field: "deduction.amount", error: "Must be greater than 0" },
      { field: "deduction.deducted_at", error: "Is required" },
    ]);
    const { json } = await call(listRefused, { key: shop.testKey, path: "/refused-webhooks?limit=1" });
    expect(json).toEqual({
      data: [
        {
          id: expect.stringMatching(/^rfs_/),
          operation: "receiveSomething",
          code: "VALIDATION_FAILED",
          detail:
            "The body is not valid: see errors. event_id: Is required. deduction.amount: Must be greater than 0. deduction.deducted_at: Is required.",
          receivedAt: expect.any(String),
        },
      ],
      hasMore: true,
    });
    const many = await send({ body: event({ marketplace: 1, merchant: 1, loan: 1, deduction: "x".repeat(9_000) }) });
    expect((await newest())?.detail.length).toBeLessThan(2_000);
    expect(many.status).toBe(400);
  });

  it.each([
    ["VALIDATION_FAILED", 400, true],
    ["NOT_FOUND", 404, true],
    ["EVENT_CONFLICT", 409, true],
    ["DEDUCTION_CONFLICT", 409, true],
    ["SERVICE_UNAVAILABLE", 503, false],
  ] as const)("by the verb with %s (%i) is kept: %s", async (code, status, kept) => {
    const before = (await db().select().from(inboundRefusals)).length;
    receive.mockRejectedValueOnce(
      new CodedError(code, "No.", { fields: [{ field: "deduction.deductedAt", error: "Hm" }] }),
    );
    const answer = await send();
    expect(answer).toMatchObject({ status, json: { code, errors: [{ field: "deduction.deducted_at", error: "Hm" }] } });
    expect((await db().select().from(inboundRefusals)).length - before).toBe(Number(kept));
  });

  it("is not kept when the signature does not hold, or live is too early, or the fault is ours", async () => {
    const early = await createMarketplace();
    const liveSecret = await apiSecretOf(early.live);
    const before = (await db().select().from(inboundRefusals)).length;
    expect((await send({ secret: "wrong", body: "{" })).status).toBe(401);
    expect((await send({ secret: liveSecret, marketplaceId: early.marketplaceId, body: "{" })).status).toBe(403);
    receive.mockRejectedValueOnce(new Error("a fault"));
    expect(await send()).toMatchObject({ status: 500, json: { code: "INTERNAL_ERROR" } });
    expect(await db().select().from(inboundRefusals)).toHaveLength(before);
  });

  it("is answered as it should be even when it cannot be kept", async () => {
    await db().execute(sql`alter table inbound_refusals add constraint refused check (false) not valid`);
    const logged = vi.spyOn(log, "error");
    expect(await send({ body: "{" })).toMatchObject({ status: 400, json: { code: "MALFORMED_JSON" } });
    expect(logged).toHaveBeenCalledWith("a refused webhook was not kept", expect.anything());
    await db().execute(sql`alter table inbound_refusals drop constraint refused`);
  });

  it("is shown to its own environment of its own marketplace, newest first, page by page", async () => {
    const other = await createMarketplace({ live: true });
    const list = async (key: string, query = "") => {
      const { json } = await call(listRefused, { key, path: `/refused-webhooks?${query}` });
      const { data, hasMore } = json as { data: { id: string }[]; hasMore: boolean };
      return { ids: data.map((one) => one.id), hasMore };
    };
    const own = { secret: await apiSecretOf(other.test), marketplaceId: other.marketplaceId };
    for (const body of ["1", "2", "3"]) await send({ ...own, body });
    const all = await list(other.testKey);
    expect([...all.ids].sort().reverse()).toEqual(all.ids);
    expect(all).toMatchObject({ ids: { length: 3 }, hasMore: false });
    const [a = "", b = "", c = ""] = all.ids;
    expect(await list(other.testKey, `limit=1&startingAfter=${a}`)).toEqual({ ids: [b], hasMore: true });
    expect(await list(other.testKey, `limit=1&endingBefore=${c}`)).toEqual({ ids: [b], hasMore: true });
    expect(await list(other.liveKey)).toEqual({ ids: [], hasMore: false });
    expect((await list(shop.testKey, "limit=100")).ids).not.toContain(a);
  });

  it("is kept for 30 days", async () => {
    const own = await createMarketplace();
    await send({ secret: await apiSecretOf(own.test), marketplaceId: own.marketplaceId, body: "{" });
    const mine = () => db().select().from(inboundRefusals).where(eq(inboundRefusals.marketplaceId, own.marketplaceId));
    const [kept] = await mine();
    const end = later(kept?.receivedAt ?? now(), refusalRetention);
    expect(refusalRetention).toBe(30 * day);
    await purgeRefusals({ realNow: end, limit: 500 });
    expect(await mine()).toHaveLength(1);
    expect(await purgeRefusals({ realNow: later(end, 1), limit: 1 })).toBe(1);
    await purgeRefusals({ realNow: later(end, 1), limit: 500 });
    expect(await mine()).toHaveLength(0);
  });
});
