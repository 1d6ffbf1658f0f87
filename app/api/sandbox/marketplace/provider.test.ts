import * as oauth from "oauth4webapi";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as discover } from "@/app/.well-known/oauth-authorization-server/demo/route";
import type { Route } from "@/lib/edge/http/route";
import { later, minute, second } from "@/lib/kernel/calendar";
import { listAccess, purgeDemoGrants, sellerOfToken, takeBackAccess } from "@/lib/sandbox/demo/provider/access";
import { demoIssuer } from "@/lib/sandbox/demo/provider/addresses";
import { allowRequest, refuseRequest } from "@/lib/sandbox/demo/provider/answer-request";
import { checkRequest } from "@/lib/sandbox/demo/provider/check-request";
import { accessLifetime, exchangeDemoGrant } from "@/lib/sandbox/demo/provider/exchange-grant";
import { saveFault } from "@/lib/sandbox/demo/provider/faults";
import { storeCredentials, storeDemoClient } from "@/lib/sandbox/test-helpers/state";
import { merchantRecord } from "@/lib/terms/merchant-data/schema";
import { basic, call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { POST as revoke } from "./revoke/route";
import { GET as sales } from "./sales/route";
import { POST as token } from "./token/route";

useDatabase();

const redirectUri = "http://localhost:3000/api/marketplace-connections/oauth/callback";
const client: oauth.Client = { client_id: "service" };
const secret = "s3cret/with+odd=signs";

const routes: Record<string, Route> = {
  "/.well-known/oauth-authorization-server/demo": discover,
  "/api/sandbox/marketplace/token": token,
  "/api/sandbox/marketplace/revoke": revoke,
  "/api/sandbox/marketplace/sales": sales,
};

/** The network: every request goes to the operation at its address. */
const network = {
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: async (address: string, init: RequestInit) => {
    const route = routes[new URL(address).pathname];
    const headers = new Headers(init.headers);
    headers.set("host", new URL(address).host);
    if (!route) return new Response("", { status: 404 });
    return route(new Request(address, { ...init, headers }), { params: Promise.resolve({}) });
  },
};

let server: oauth.AuthorizationServer;
beforeAll(async () => {
  const { marketplaceId, testKey } = await createMarketplace();
  await storeCredentials({ marketplaceId, secretKey: testKey, webhookSecret: "whsec_x" });
  await storeDemoClient({ clientId: client.client_id, clientSecret: secret, redirectUri });
  const issuer = new URL(demoIssuer());
  const found = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...network });
  server = await oauth.processDiscoveryResponse(issuer, found);
});

let number = 0;
let seller = "";
beforeEach(() => {
  number += 1;
  seller = `shop-seller${number}`;
});

const verifier = oauth.generateRandomCodeVerifier();
async function query(changed: Record<string, string | null> = {}) {
  const asked = new URLSearchParams({
    response_type: "code",
    client_id: client.client_id,
    redirect_uri: redirectUri,
    scope: "sales.read offline_access",
    state: "a state & more",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  for (const [name, value] of Object.entries(changed)) {
    if (value === null) asked.delete(name);
    else asked.set(name, value);
  }
  return asked;
}

async function request(changed?: Record<string, string | null>) {
  const verdict = await checkRequest(await query(changed));
  if (verdict.kind !== "sound") throw new Error(JSON.stringify(verdict));
  return verdict.request;
}

/** The seller allows it: what the client has afterwards. */
async function allowed(scope?: string, at = now()) {
  const asked = await request(scope === undefined ? {} : { scope });
  const address = await allowRequest({ request: asked, seller, realNow: at });
  return oauth.validateAuthResponse(server, client, new URL(address), "a state & more");
}

const redeem = (answer: URLSearchParams, proof = verifier, authentication = oauth.ClientSecretBasic(secret)) =>
  oauth
    .authorizationCodeGrantRequest(server, client, authentication, answer, redirectUri, proof, network)
    .then((response) => oauth.processAuthorizationCodeResponse(server, client, response));

const refresh = (refreshToken = "") =>
  oauth
    .refreshTokenGrantRequest(server, client, oauth.ClientSecretBasic(secret), refreshToken, network)
    .then((response) => oauth.processRefreshTokenResponse(server, client, response));

const read = (accessToken: string) => call(sales, { key: accessToken });

const refusedGrant = { error: "invalid_grant" };

describe("a client library that holds the standards to the letter", () => {
  it("finds the server, redeems a code, reads the seller's record and refreshes", async () => {
    const tokens = await redeem(await allowed());
    expect(tokens).toMatchObject({ expires_in: 600, scope: "sales.read offline_access" });
    const record = merchantRecord.parse((await read(tokens.access_token)).json);
    expect(record.merchantIdentity.merchantId).toBe(seller);
    expect(record.salesPerformance.gmv180Days).toBeGreaterThan(1_000_000);

    const next = await refresh(tokens.refresh_token);
    expect((await read(tokens.access_token)).status).toBe(401);
    expect((await read(next.access_token)).status).toBe(200);
  });

  it("sends its secret in the body, too", async () => {
    await expect(redeem(await allowed(), verifier, oauth.ClientSecretPost(secret))).resolves.toBeDefined();
  });

  it("revokes either token, which ends both", async () => {
    for (const which of ["access_token", "refresh_token"] as const) {
      const tokens = await redeem(await allowed());
      const authentication = oauth.ClientSecretBasic(secret);
      const response = await oauth.revocationRequest(server, client, authentication, tokens[which] ?? "", network);
      await oauth.processRevocationResponse(response);
      expect((await read(tokens.access_token)).status).toBe(401);
      await expect(refresh(tokens.refresh_token)).rejects.toMatchObject(refusedGrant);
    }
  });

  it("is told that the seller does not agree", async () => {
    const address = new URL(refuseRequest(await request()));
    expect(() => oauth.validateAuthResponse(server, client, address, "a state & more")).toThrow(
      expect.objectContaining({ error: "access_denied" }),
    );
  });
});

describe("a code", () => {
  it("is good once: used again, it ends what it brought", async () => {
    const answer = await allowed();
    const tokens = await redeem(answer);
    await expect(redeem(answer)).rejects.toMatchObject(refusedGrant);
    expect((await read(tokens.access_token)).status).toBe(401);
  });

  it("however often it is sent at once, brings tokens at most once", async () => {
    const answer = await allowed();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => redeem(answer)));
    expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(1);
  });

  it("is worth nothing with another verifier or address, after a minute, or to another client", async () => {
    const answer = await allowed();
    await expect(redeem(answer, oauth.generateRandomCodeVerifier())).rejects.toMatchObject(refusedGrant);
    const fields = { grant_type: "authorization_code", code: answer.get("code") ?? "", code_verifier: verifier };
    const wrong = basic({ clientId: client.client_id, clientSecret: "guessed" });
    const form = { ...fields, redirect_uri: redirectUri };
    expect(await call(token, { form, headers: { authorization: wrong } })).toMatchObject({ status: 401 });
    const authorization = basic({ clientId: client.client_id, clientSecret: secret });
    const elsewhere = { ...fields, redirect_uri: "https://elsewhere.example" };
    expect(await call(token, { form: elsewhere, headers: { authorization } })).toMatchObject({ json: refusedGrant });
    await expect(redeem(await allowed(undefined, later(now(), -2 * minute)))).rejects.toMatchObject(refusedGrant);
    await expect(redeem(answer)).resolves.toBeDefined();
  });
});

describe("tokens", () => {
  it("an answer that was lost loses nothing: the former refresh token works until a new token was used", async () => {
    const first = await redeem(await allowed());
    await refresh(first.refresh_token);
    const again = await refresh(first.refresh_token);
    expect((await read(again.access_token)).status).toBe(200);
    await expect(refresh(first.refresh_token)).rejects.toMatchObject(refusedGrant);
    await expect(refresh(again.refresh_token)).resolves.toBeDefined();
  });

  it("two refreshes at once bring one pair that works", async () => {
    const { refresh_token } = await redeem(await allowed());
    const outcomes = await Promise.allSettled([refresh(refresh_token), refresh(refresh_token)]);
    const pairs = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const answers = await Promise.all(pairs.map(({ access_token }) => read(access_token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("without offline_access there is no refresh token", async () => {
    const { refresh_token, scope } = await redeem(await allowed("sales.read"));
    expect([refresh_token, scope]).toEqual([undefined, "sales.read"]);
  });

  it("an access token expires", async () => {
    const { access_token } = await redeem(await allowed());
    expect(await sellerOfToken(access_token, later(now(), accessLifetime - second))).toBe(seller);
    expect(await sellerOfToken(access_token, later(now(), accessLifetime + second))).toBeNull();
  });

  it("the seller sees who may read, takes it back, and both tokens are dead", async () => {
    const tokens = await redeem(await allowed());
    await allowed();
    expect(await listAccess(seller, now())).toMatchObject([{ scopes: ["sales.read", "offline_access"] }]);
    await takeBackAccess({ seller, realNow: now() });
    expect(await listAccess(seller, now())).toEqual([]);
    expect((await read(tokens.access_token)).status).toBe(401);
    await expect(refresh(tokens.refresh_token)).rejects.toMatchObject(refusedGrant);
  });

  it("are purged when the last has expired", async () => {
    await allowed();
    expect(await purgeDemoGrants({ realNow: now(), limit: 100 })).toBe(0);
    const lateEnough = later(now(), 91 * 24 * 60 * minute);
    expect(await purgeDemoGrants({ realNow: lateEnough, limit: 100 })).toBeGreaterThan(0);
    expect(await listAccess(seller, now())).toEqual([]);
  });
});

describe("while the marketplace's server acts up for a seller", () => {
  it("answers nonsense or not at all, to this seller's requests alone, and loses nothing", async () => {
    const tokens = await redeem(await allowed());
    for (const [fault, status] of [
      ["nonsense", 200],
      ["down", 503],
    ] as const) {
      await saveFault({ seller, fault, realNow: now() });
      const answer = await call(sales, { key: tokens.access_token });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
      await expect(refresh(tokens.refresh_token)).rejects.toBeDefined();
    }
    const troubled = seller;
    seller = "shop-other1";
    expect((await read((await redeem(await allowed())).access_token)).status).toBe(200);
    await saveFault({ seller: troubled, fault: null, realNow: now() });
    await expect(refresh(tokens.refresh_token)).resolves.toBeDefined();
  });

  it("answers after everybody has gone when it is slow", async () => {
    const answer = await allowed();
    await saveFault({ seller, fault: "slow", realNow: now() });
    const input = { grant_type: "authorization_code", code: answer.get("code") ?? "" };
    const authorization = basic({ clientId: client.client_id, clientSecret: secret });
    const asking = exchangeDemoGrant({ authorization, input, realNow: now(), signal: AbortSignal.abort() });
    await expect(asking).rejects.toMatchObject({ status: 503 });
    await saveFault({ seller, fault: null, realNow: now() });
    await expect(redeem(answer)).resolves.toBeDefined();
  });
});

describe("a seller's figures", () => {
  const recordOf = async (name: string) => {
    seller = name;
    return call(sales, { key: (await redeem(await allowed())).access_token });
  };

  it("are drawn for one whom a developer made, and are what a test merchant's outcome needs", async () => {
    const own = await recordOf("developers-own");
    expect(merchantRecord.parse(own.json)).toMatchObject({ merchantIdentity: { businessName: "developers-own" } });
    const tier = await recordOf("test-tier-b");
    expect(merchantRecord.parse(tier.json).salesPerformance.avgMonthlySales).toBe(350_000);
  });

  it("are none for one who has sold nothing", async () => {
    expect(await recordOf("test-no-score")).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
  });

  it("are shown to nobody without a token", async () => {
    expect(await call(sales)).toMatchObject({ status: 401 });
    expect(await call(sales, { key: "dma_guessed" })).toMatchObject({ status: 401 });
  });
});

it("answers nothing under a name that is not ours", async () => {
  const headers = { host: "rebound.example" };
  for (const route of Object.values(routes)) {
    const form = route === token || route === revoke ? { form: {} } : {};
    expect((await call(route, { headers, ...form })).status).toBe(404);
  }
});
