import { generateKeyPairSync } from "node:crypto";
import { SignJWT, UnsecuredJWT } from "jose";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { operations } from "@/app/openapi.json/operations";
import { embedTokens } from "@/lib/kernel/bearer-tokens";
import { later, minute, second } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import { call, sessionCookie } from "@/test/call-route";
import { describeWithoutTrace } from "@/test/contract/without-trace";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { embedTokenOf } from "@/test/factories/embed";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { GET as readSession } from "./session/route";

// So many refusals from one address would be held back.
vi.stubEnv("RATE_FAILED_AUTH", "100000");
useDatabase();

let shop: TestMarketplace;
let unlive: TestMarketplace;
let merchantId = "";
let good = "";
beforeAll(async () => {
  shop = await createMarketplace({ live: true });
  unlive = await createMarketplace();
  merchantId = (await anyMerchant(shop.test)).merchantId;
  good = await embedTokenOf(shop.test, merchantId);
});

const named = operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);
const embedded = named.filter(([, { route }]) => route.declaration.auth.scheme === "embedToken");
const others = named.filter(([, { route }]) => !["embedToken", "none"].includes(route.declaration.auth.scheme));

type Operation = (typeof operations)[number];

function send({ method, path, route }: Operation, headers: Record<string, string>) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, "x"]);
  const raw = method === "get" ? undefined : "{}";
  return call(route, { method: method.toUpperCase(), path, params: Object.fromEntries(names), raw, headers });
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test("the operations of the journey are all under its own address, and nothing else is", () => {
  expect(embedded.length).toBeGreaterThanOrEqual(11);
  for (const [name, { path, route }] of named) {
    const isEmbedded = route.declaration.auth.scheme === "embedToken";
    expect(isEmbedded, name).toBe(path.startsWith("/api/v1/embed/"));
  }
});

describe("every other credential is refused", () => {
  const credentials: [string, () => Promise<Record<string, string>>][] = [
    ["none", async () => ({})],
    ["a test key as a bearer", async () => bearer(shop.testKey)],
    ["a live key as a bearer", async () => bearer(shop.liveKey)],
    ["a test key in its header", async () => ({ "x-service-secret-key": shop.testKey })],
    ["an access token", async () => bearer(await accessTokenOf(shop.test))],
    ["an access token of the very merchant", async () => bearer(await accessTokenOf(shop.test, { merchantId }))],
    ["a signed-in browser", async () => ({ cookie: await sessionCookie({ id: "usr_1", kind: "merchant" }) })],
    ["an embed token in a cookie", async () => ({ cookie: `token=${good}` })],
    ["an embed token in the key's header", async () => ({ "x-service-secret-key": good })],
    ["an embed token as a basic password", async () => ({ authorization: `Basic ${btoa(`x:${good}`)}` })],
    ["an upload's token", async () => ({ "x-upload-token": "x".repeat(43) })],
    ["a dashboard's token", async () => bearer(await signed({ audience: "service:dashboard" }))],
  ];

  describe.each(credentials)("%s", (_, headers) => {
    test.each(embedded)("%s", async (_name, operation) => {
      const answer = await send(operation, await headers());
      expect(answer).toMatchObject({ status: 401, json: { code: "UNAUTHENTICATED" } });
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
    });
  });
});

test.each(embedded)("%s tells who sends no credential no error code (RFC 6750, section 3.1)", async (_, operation) => {
  expect((await send(operation, {})).headers.get("www-authenticate")).toBe('Bearer realm="api"');
});

describeWithoutTrace("an embed token is refused by everything else", () => {
  test.each(others)("%s", async (_, operation) => {
    for (const headers of [bearer(good), { "x-service-secret-key": good }]) {
      const answer = await send(operation, headers);
      expect(answer.status).toBe(401);
      expect(answer.text).not.toContain(good);
    }
  });
});

type Change = {
  key?: Uint8Array;
  issuer?: string;
  audience?: string;
  subject?: string | null;
  claims?: Record<string, unknown>;
  alg?: string;
  expires?: Date | null;
};

/** A token like a genuine one of the merchant, but for what is changed. */
async function signed(change: Change = {}): Promise<string> {
  const { key = env().tokenKey, claims, expires = later(now(), embedTokens.seconds * second) } = change;
  const token = new SignJWT({ marketplaceId: shop.marketplaceId, environment: "test", ...claims })
    .setProtectedHeader({ alg: change.alg ?? "HS256", typ: "JWT" })
    .setIssuer(change.issuer ?? env().baseUrl)
    .setAudience(change.audience ?? embedTokens.audience)
    .setIssuedAt(now())
    .setJti("a-token");
  if (change.subject !== null) token.setSubject(change.subject ?? merchantId);
  if (expires) token.setExpirationTime(expires);
  return token.sign(key);
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function tampered(token: string, change: Record<string, unknown>): string {
  const [header, payload = "", signature] = token.split(".");
  return [header, part({ ...JSON.parse(Buffer.from(payload, "base64url").toString()), ...change }), signature].join(
    ".",
  );
}

/** A token that says it is signed otherwise, with the signature of the genuine one, or none. */
function relabelled(header: Record<string, unknown>, signature?: string): string {
  const [, payload, genuine] = good.split(".");
  return [part(header), payload, signature ?? genuine].join(".");
}

test("a token as the tests make them is genuine", async () => {
  expect((await call(readSession, { key: await signed() })).status).toBe(200);
});

describe("a token that is not genuine is refused on every operation", () => {
  const forged: [string, () => Promise<string>][] = [
    ["of another key", () => signed({ key: new Uint8Array(32).fill(7) })],
    ["of no algorithm", async () => relabelled({ alg: "none" }, "")],
    ["of no algorithm, in other letters", async () => relabelled({ alg: "NoNe", typ: "JWT" })],
    [
      "made without a signature",
      async () => new UnsecuredJWT({ marketplaceId: shop.marketplaceId }).setSubject(merchantId).encode(),
    ],
    ["of a longer HMAC", () => signed({ alg: "HS512", key: longKey() })],
    ["that says RS256", async () => relabelled({ alg: "RS256", typ: "JWT" })],
    ["signed by a key of its own, which it carries", async () => selfSigned()],
    ["with another merchant written in", async () => tampered(good, { sub: "mer_00000000000000000000000000" })],
    ["with another environment written in", async () => tampered(good, { environment: "live" })],
    ["with a later end written in", async () => tampered(good, { exp: 4_000_000_000 })],
    ["for another audience", () => signed({ audience: "service:api" })],
    ["of another issuer", () => signed({ issuer: "https://elsewhere.example" })],
    ["without a merchant", () => signed({ subject: null })],
    ["without an end", () => signed({ expires: null })],
    ["of no environment", () => signed({ claims: { environment: undefined } })],
    ["of an environment that is none", () => signed({ claims: { environment: "staging" } })],
    ["of a merchant who is nobody", () => signed({ subject: "mer_00000000000000000000000000" })],
    ["of a merchant by the marketplace's own id", () => signed({ subject: "shop-1" })],
    ["of a merchant of another marketplace", () => signed({ claims: { marketplaceId: unlive.marketplaceId } })],
    ["of a test merchant, for live", () => signed({ claims: { environment: "live" } })],
    ["cut short", async () => good.slice(0, -1)],
    ["without its signature", async () => good.split(".").slice(0, 2).join(".")],
    ["that is none", async () => "let-me-in"],
  ];

  function longKey(): Uint8Array {
    const key = env().tokenKey;
    return new Uint8Array([...key, ...key]);
  }

  async function selfSigned(): Promise<string> {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    return new SignJWT({ marketplaceId: shop.marketplaceId, environment: "test" })
      .setProtectedHeader({ alg: "RS256", jwk: publicKey.export({ format: "jwk" }) })
      .setIssuer(env().baseUrl)
      .setAudience(embedTokens.audience)
      .setSubject(merchantId)
      .setIssuedAt()
      .setExpirationTime("15m")
      .setJti("a-token")
      .sign(privateKey);
  }

  test.each(forged)("%s", async (_, make) => {
    const token = await make();
    for (const [name, operation] of embedded) {
      const answer = await send(operation, bearer(token));
      expect(answer, name).toMatchObject({ status: 401, json: { code: "UNAUTHENTICATED" } });
      expect(answer.text).not.toContain(token);
    }
  });
});

describe("a token that is too old says so, on every operation", () => {
  test.each(embedded)("%s", async (_, operation) => {
    const token = await embedTokenOf(shop.test, merchantId, later(now(), -embedTokens.seconds * second - second));
    const answer = await send(operation, bearer(token));
    expect(answer).toMatchObject({ status: 401, json: { code: "TOKEN_EXPIRED" } });
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer error="invalid_token"/);
  });

  test("but not a forged one: who made it up learns nothing", async () => {
    const token = await signed({ key: new Uint8Array(32).fill(7), expires: later(now(), -minute) });
    expect((await call(readSession, { key: token })).json).toMatchObject({ code: "UNAUTHENTICATED" });
  });

  test("and not before the second", async () => {
    const token = await embedTokenOf(shop.test, merchantId, later(now(), -embedTokens.seconds * second + minute));
    expect((await call(readSession, { key: token })).status).toBe(200);
  });
});

describe("a live token before the marketplace is live", () => {
  test.each(embedded)("%s answers 403", async (_, operation) => {
    const { merchantId: live } = await anyMerchant(unlive.live);
    const answer = await send(operation, bearer(await embedTokenOf(unlive.live, live)));
    expect(answer).toMatchObject({ status: 403, json: { code: "MARKETPLACE_NOT_LIVE" } });
  });
});

test("a live token of a live marketplace is taken", async () => {
  const { merchantId: live } = await anyMerchant(shop.live);
  const answer = await call(readSession, { key: await embedTokenOf(shop.live, live) });
  expect(answer).toMatchObject({ status: 200, json: { environment: "live", merchant: { merchantId: live } } });
});
