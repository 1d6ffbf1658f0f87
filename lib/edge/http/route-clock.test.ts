import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { mintTenant } from "@/lib/kernel/actor";
import { day, hour, later } from "@/lib/kernel/calendar";
import { CodedError } from "@/lib/kernel/errors";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { setClockAhead } from "@/test/factories/clock";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { accessToken } from "./access-token";
import { type Authenticator, anyone, secretKey } from "./auth";
import { route } from "./route";

useDatabase();

let shop: TestMarketplace;
let other: TestMarketplace;
beforeAll(async () => {
  [shop, other] = [await createMarketplace({ live: true }), await createMarketplace()];
});
beforeEach(() => {
  // Allowances are counted by the minute: all of a test in one.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T12:00:10Z") });
});
afterEach(async () => {
  vi.useRealTimers();
  await setClockAhead(shop, 0);
});

const times = z.object({ now: z.string(), realNow: z.string() });
const telling = <A extends Parameters<typeof route>[0]["auth"]>(auth: A) =>
  route({
    operationId: "tellTime",
    summary: "Tell the time",
    auth,
    rate: "write",
    idempotent: true,
    body: z.object({}),
    answers: { 200: { description: "The time", body: times } },
    handle: async ({ now, realNow }) => ({ status: 200, body: { now, realNow } }),
  });
const byKey = telling(secretKey);
const byToken = telling(accessToken("events.write"));
const byNobody = telling(anyone);

/** How far the clock that verbs are given is ahead, as a request finds it. */
async function aheadFor(handler: typeof byKey, key?: string): Promise<number> {
  const { status, json } = await call(handler, { key, body: {} });
  expect(status).toBe(200);
  expect(json.realNow).toBe(now().toISOString());
  return Date.parse(String(json.now)) - Date.parse(String(json.realNow));
}

describe("a verb is given business time", () => {
  test("of its tenant: not of another marketplace, never of live data, and the world's where there is no tenant", async () => {
    await setClockAhead(shop, 90 * day);
    expect(await aheadFor(byKey, shop.testKey)).toBe(90 * day);
    expect(await aheadFor(byKey, shop.liveKey)).toBe(0);
    expect(await aheadFor(byKey, other.testKey)).toBe(0);
    expect(await aheadFor(byNobody)).toBe(0);
    expect(await aheadFor(byToken, await accessTokenOf(shop.test))).toBe(90 * day);
    expect(await aheadFor(byToken, await accessTokenOf(shop.live))).toBe(0);
    expect(await aheadFor(byToken, await accessTokenOf(other.test))).toBe(0);
  });
});

describe("a moved clock does not touch", () => {
  test("how long a token is good for", async () => {
    const token = await accessTokenOf(shop.test);
    await setClockAhead(shop, 400 * day);
    expect(await aheadFor(byToken, token)).toBe(400 * day);
    vi.setSystemTime(later(now(), 2 * hour));
    expect((await call(byToken, { key: token, body: {} })).status).toBe(401);
  });

  test("allowances", async () => {
    const left = async () => {
      const { headers } = await call(byKey, { key: shop.testKey, body: {} });
      return /r=(\d+);t=(\d+)/
        .exec(headers.get("ratelimit") ?? "")
        ?.slice(1)
        .map(Number);
    };
    const [before = 0] = (await left()) ?? [];
    await setClockAhead(shop, 30 * day + 7);
    expect(await left()).toEqual([before - 1, 50]);
  });

  test("for how long an answer is given again", async () => {
    const ask = () => call(byKey, { key: shop.testKey, body: {}, headers: { "idempotency-key": "once" } });
    const first = await ask();
    await setClockAhead(shop, 30 * day);
    const again = await ask();
    expect(again.text).toBe(first.text);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  });
});

describe("an authenticator that proves the body", () => {
  const asked = vi.fn();
  const proving: Authenticator<{ kind: "webhook"; tenant: ReturnType<typeof mintTenant> }> = {
    scheme: "webhookSignature",
    bodyFirst: true,
    async authenticate(_, realNow, bytes) {
      asked(Buffer.from(bytes).toString(), realNow);
      if (bytes.byteLength === 0) throw new CodedError("UNAUTHENTICATED", "No.");
      return { actor: { kind: "webhook", tenant: mintTenant(shop.marketplaceId, "test") }, clockAhead: day };
    },
  };
  const proved = route({
    operationId: "prove",
    summary: "Prove",
    auth: proving,
    rate: "write",
    maxBody: 64,
    body: z.object({ a: z.number() }),
    answers: { 200: { description: "Proved" } },
    handle: async ({ actor, body, bytes, now, realNow }) => ({
      status: 200,
      body: { kind: actor.kind, a: body.a, sent: Buffer.from(bytes).toString(), ahead: +now - +realNow },
    }),
  });
  beforeEach(() => asked.mockClear());

  test("sees the bytes as they were sent, with real time, before anything looks into them", async () => {
    const raw = '{ "a" :1}';
    expect(await call(proved, { raw })).toMatchObject({
      status: 200,
      json: { kind: "webhook", a: 1, sent: raw, ahead: day },
    });
    expect(asked).toHaveBeenCalledWith(raw, now());
    expect((await call(proved, { raw: "{" })).status).toBe(400);
    expect(asked).toHaveBeenCalledTimes(2);
    expect((await call(proved, { raw: "" })).status).toBe(401);
  });

  test("is not asked about more than a body may have", async () => {
    expect((await call(proved, { raw: "x".repeat(65) })).status).toBe(413);
    expect(asked).not.toHaveBeenCalled();
  });

  test("spends the allowance of the marketplace's webhooks in their environment", async () => {
    const left = async () =>
      Number(/r=(\d+)/.exec((await call(proved, { raw: '{"a":1}' })).headers.get("ratelimit") ?? "")?.[1]);
    const before = await left();
    await call(byKey, { key: shop.testKey, body: {} });
    expect(await left()).toBe(before - 1);
  });

  test.each(["secretKey", "none"] as const)("is the only one for which the body is read first (%s)", async (scheme) => {
    const refusing = vi.fn(async (_: Request, _now: Date, bytes: Uint8Array): Promise<never> => {
      throw new CodedError("UNAUTHENTICATED", `Given ${bytes.byteLength} bytes.`);
    });
    const handler = route({
      operationId: "refuse",
      summary: "Refuse",
      auth: { scheme, authenticate: refusing },
      rate: null,
      body: z.object({}),
      answers: { 200: { description: "Never" } },
      handle: async () => ({ status: 200 }),
    });
    const answer = await call(handler, { raw: "x".repeat(2 * 1024 * 1024) });
    expect(answer).toMatchObject({ status: 401, json: { detail: "Given 0 bytes." } });
  });
});
