import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as readMerchant } from "@/app/api/v1/marketplace-api/merchants/[ref]/route";
import { POST as sendRepayment } from "@/app/marketplace/data/events/repayments/route";
import { GET as health } from "@/app/marketplace/data/health/route";
import { operations } from "@/app/openapi.json/operations";
import { db } from "@/db/client";
import { mintEmbedToken } from "@/lib/surfaces/journey/mint-token";
import { basic, call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyUser, consentedCode, oauthClient, redemption, refreshOf, type TestClient } from "@/test/factories/oauth";
import { askToken, ownToken, works } from "@/test/oauth-calls";
import { now } from "@/test/time";

useDatabase();

let shop: TestMarketplace;
let client: TestClient;
beforeAll(async () => {
  shop = await createMarketplace();
  client = await oauthClient(shop.test);
});

const post = (fields: Record<string, string>, by: TestClient = client) => askToken(by, fields);

describe("a revoked token", () => {
  it("is refused at once, everywhere", async () => {
    const accessToken = await ownToken(client);
    expect(await works(accessToken)).toBe(true);
    const { POST: revoke } = await import("./revoke/route");
    await call(revoke, { form: { token: accessToken }, headers: { authorization: basic(client) } });
    for (const { method, route, path } of operations) {
      if (route.declaration.auth.scheme !== "accessToken") continue;
      const answer = await call(route, {
        key: accessToken,
        method: method.toUpperCase(),
        path,
        ...(method === "get" ? {} : { body: {} }),
      });
      expect(answer, path).toMatchObject({ status: 401, json: { code: "UNAUTHENTICATED" } });
      expect(answer.headers.get("www-authenticate")).toBe('Bearer error="invalid_token", realm="api"');
    }
  });
});

describe("a merchant who is disconnected from the marketplace", () => {
  it("takes every token, code and refresh token of its consents along; the marketplace's own go on", async () => {
    const consent = await consentedCode(client);
    const { json } = await post(redemption(client, consent));
    const unused = await consentedCode(client, { userId: consent.userId });
    const own = await ownToken(client);
    const key = String(json.access_token);
    expect(await works(key)).toBe(true);
    await db().execute(
      sql`update connections set status = 'DISCONNECTED' where merchant_id = ${String(json.merchant_id)}`,
    );
    expect(await works(key)).toBe(false);
    const { POST: introspect } = await import("./introspect/route");
    for (const token of [key, String(json.refresh_token)]) {
      const asked = await call(introspect, { form: { token }, headers: { authorization: basic(client) } });
      expect(asked.json).toEqual({ active: false });
    }
    for (const fields of [refreshOf(json.refresh_token), redemption(client, unused)]) {
      expect(await post(fields)).toMatchObject({ status: 400, json: { error: "invalid_grant" } });
    }
    expect(await works(own)).toBe(true);
    const again = await post(redemption(client, await consentedCode(client, { userId: consent.userId })));
    expect(again.json.merchant_id).toBe(json.merchant_id);
    expect(await works(again.json.access_token)).toBe(true);
    expect(await works(key)).toBe(false);
    for (const fields of [refreshOf(json.refresh_token), redemption(client, unused)]) {
      expect(await post(fields)).toMatchObject({ status: 400, json: { error: "invalid_grant" } });
    }
  });
});

describe("credentials of other interfaces", () => {
  const data = operations.filter(({ route }) => route.declaration.auth.scheme === "accessToken");
  const api = operations.filter(({ route }) => route.declaration.auth.scheme === "secretKey");
  let address = 0;
  // Each from an address of its own: after a number of failures an address has to wait.
  const use = ({ method, route, path }: (typeof operations)[number], key: string) => {
    const headers = { "x-socket-address": `10.0.0.${address++ % 250}` };
    return call(route, {
      key,
      method: method.toUpperCase(),
      path,
      headers,
      ...(method === "get" ? {} : { raw: "{}" }),
    });
  };

  async function credentials() {
    const { merchantId } = await anyMerchant(shop.test);
    const embed = await mintEmbedToken({ actor: sandboxActor(shop.test), ref: merchantId, realNow: now() });
    const { json } = await post(redemption(client, await consentedCode(client)));
    return { secretKey: shop.testKey, embedToken: embed.token, refreshToken: String(json.refresh_token) };
  }

  it("embed token, secret key, refresh token and client secret are refused by the data plane", async () => {
    const { secretKey, embedToken, refreshToken } = await credentials();
    for (const key of [secretKey, embedToken, refreshToken, client.clientSecret]) {
      for (const operation of data) expect(await use(operation, key), operation.path).toMatchObject({ status: 401 });
    }
  });

  it("a secret key gets the hint where it belongs, and is not repeated", async () => {
    const answer = await call(health, { key: shop.testKey, method: "GET" });
    expect(answer.json.detail).toContain("secret key");
    expect(answer.text).not.toContain(shop.testKey);
  });

  it("a secret key in its own header is no access token either", async () => {
    const headers = { "x-service-secret-key": shop.testKey };
    const answer = await call(health, { method: "GET", headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="api"');
  });

  it("and the reverse: access, refresh and embed tokens are refused by the Marketplace API", async () => {
    const { embedToken, refreshToken } = await credentials();
    for (const key of [await ownToken(client), embedToken, refreshToken, client.clientSecret]) {
      for (const operation of api) expect(await use(operation, key), operation.path).toMatchObject({ status: 401 });
    }
    const header = { "x-service-secret-key": await ownToken(client) };
    const answer = await call(readMerchant, { method: "GET", params: { ref: "x" }, headers: header });
    expect(answer.status).toBe(401);
  });

  it("a token in the address or in the body is ignored (RFC 6750, 2.2 and 2.3)", async () => {
    const accessToken = await ownToken(client);
    expect(await call(health, { method: "GET", path: `/x?access_token=${accessToken}` })).toMatchObject({
      status: 401,
    });
    expect(await call(sendRepayment, { raw: `access_token=${accessToken}` })).toMatchObject({ status: 401 });
  });

  it("a session of the pages is no credential of the data plane", async () => {
    const { sessionCookie } = await import("@/test/call-route");
    const headers = { cookie: await sessionCookie(await anyUser()) };
    expect(await call(health, { method: "GET", headers })).toMatchObject({ status: 401 });
  });
});
