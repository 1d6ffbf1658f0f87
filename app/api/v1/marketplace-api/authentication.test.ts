import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { operations } from "@/app/openapi.json/operations";
import { db } from "@/db/client";
import { secretKeys } from "@/db/schema/marketplaces";
import { issueSecretKey } from "@/lib/parties/marketplaces/issue-secret-key";
import { mintEmbedToken } from "@/lib/surfaces/journey/mint-token";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { GET as getMerchant } from "./merchants/[ref]/route";

// So many refusals from one address would be held back.
vi.stubEnv("RATE_FAILED_AUTH", "100000");
useDatabase();

let marketplace: TestMarketplace;
let embedToken = "";
let revoked = "";
beforeAll(async () => {
  marketplace = await createMarketplace();
  const { merchantId: ref } = await anyMerchant(marketplace.test);
  embedToken = (await mintEmbedToken({ actor: sandboxActor(marketplace.test), ref, realNow: now() })).token;
  const { marketplaceId } = marketplace;
  revoked = await issueSecretKey({ marketplaceId, environment: "test", realNow: now() });
  await db()
    .update(secretKeys)
    .set({ revokedAt: now() })
    .where(eq(secretKeys.lastFour, revoked.slice(-4)));
});

const keyed = operations
  .filter(({ route }) => route.declaration.auth.scheme === "secretKey")
  .map(({ method, route }) => [route.declaration.operationId, { method: method.toUpperCase(), route }] as const);

function mistyped(key: string): string {
  const last = key.at(-8) === "a" ? "b" : "a";
  return `${key.slice(0, -8)}${last}${key.slice(-7)}`;
}

describe.each([
  ["no key", () => undefined],
  ["an empty key", () => ""],
  ["something else", () => "letmein"],
  ["a key with a letter wrong", () => mistyped(marketplace.testKey)],
  ["a key that was never issued", () => "sk_test_000000000000000000000000000000000000000"],
  ["a revoked key", () => revoked],
  ["an embed token", () => embedToken],
])("with %s", (_, key) => {
  test.each(keyed)("%s answers 401", async (_id, { method, route }) => {
    const answer = await call(route, { key: key(), method, params: { ref: "x", eventId: "x" }, raw: body(method) });
    expect(answer.status).toBe(401);
    // RFC 6750, section 3.1: whoever sends none is not told that his is wrong.
    const error = key() ? 'error="invalid_token", ' : "";
    expect(answer.headers.get("www-authenticate")).toBe(`Bearer ${error}realm="api"`);
    expect(answer.headers.get("ratelimit-policy")).toBe('"failedAuth";q=100000;w=60');
    expect(answer.json).toMatchObject({ code: "UNAUTHENTICATED", status: 401 });
    if (key()) expect(answer.text).not.toContain(key());
  });
});

describe("a live key before the marketplace is live", () => {
  test.each(keyed)("%s answers 403", async (_id, { method, route }) => {
    const { liveKey: key } = marketplace;
    const answer = await call(route, { key, method, params: { ref: "x", eventId: "x" }, raw: body(method) });
    expect(answer).toMatchObject({ status: 403, json: { code: "MARKETPLACE_NOT_LIVE" } });
  });
});

test("a live key of a live marketplace is refused by the test helpers alone", async () => {
  const { liveKey: key } = await createMarketplace({ live: true });
  for (const { path, method, route } of operations.filter(
    ({ route }) => route.declaration.auth.scheme === "secretKey",
  )) {
    const params = { ref: "x", eventId: "x" };
    const answer = await call(route, { key, method: method.toUpperCase(), params, raw: body(method.toUpperCase()) });
    const helper = path.includes("/test-helpers/");
    expect(answer.status === 403, `${method} ${path}`).toBe(helper);
    if (helper) expect(answer.json).toMatchObject({ code: "TEST_KEY_REQUIRED" });
  }
});

function body(method: string): string | undefined {
  return method === "GET" ? undefined : "{}";
}

describe("the key", () => {
  const read = (headers: Record<string, string>) => call(getMerchant, { params: { ref: "unknown" }, headers });

  test.each([
    ["in X-Service-Secret-Key", () => ({ "x-service-secret-key": marketplace.testKey })],
    ["as a bearer", () => ({ authorization: `Bearer ${marketplace.testKey}` })],
    ["as a bearer in lower case", () => ({ authorization: `bearer ${marketplace.testKey}` })],
    [
      "in both",
      () => ({ "x-service-secret-key": marketplace.testKey, authorization: `Bearer ${marketplace.testKey}` }),
    ],
    [
      "as a bearer beside an empty header",
      () => ({ "x-service-secret-key": "", authorization: `Bearer ${marketplace.testKey}` }),
    ],
  ])("is taken %s", async (_, headers) => {
    expect((await read(headers())).status).toBe(404);
  });

  test("is not guessed when two are sent", async () => {
    const { testKey } = await createMarketplace();
    const headers = { "x-service-secret-key": marketplace.testKey, authorization: `Bearer ${testKey}` };
    expect(await read(headers)).toMatchObject({ status: 401, json: { code: "UNAUTHENTICATED" } });
  });

  test("is noted as used", async () => {
    const { testKey } = await createMarketplace();
    await call(getMerchant, { key: testKey, params: { ref: "unknown" } });
    const used = async () =>
      (
        await db()
          .select()
          .from(secretKeys)
          .where(eq(secretKeys.lastFour, testKey.slice(-4)))
      )[0]?.lastUsedAt;
    await expect.poll(used).toBeInstanceOf(Date);
  });
});

describe("every answer carries a request id", () => {
  test("the sender's own when it is usable", async () => {
    const headers = { "x-request-id": "order-7.check:1" };
    const answer = await call(getMerchant, { key: marketplace.testKey, params: { ref: "unknown" }, headers });
    expect(answer.headers.get("x-request-id")).toBe("order-7.check:1");
    expect(answer.json.requestId).toBe("order-7.check:1");
  });
  test.each(["a b", "x".repeat(129), "<script>"])("a new one instead of %j", async (id) => {
    const headers = { "x-request-id": id };
    const answer = await call(getMerchant, { key: marketplace.testKey, params: { ref: "unknown" }, headers });
    expect(answer.headers.get("x-request-id")).toMatch(/^req_\w{20}$/);
  });
});
