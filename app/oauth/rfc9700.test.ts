import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { later, second } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";
import { exchange } from "@/lib/sales/oauth/exchange-grant";
import { basic, call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import {
  authorizationOf,
  consentedCode,
  oauthClient,
  redemption,
  refreshOf,
  type TestClient,
} from "@/test/factories/oauth";
import { askToken, works } from "@/test/oauth-calls";
import { now } from "@/test/time";
import { GET as authorize } from "./authorize/route";

useDatabase();

let shop: TestMarketplace;
let client: TestClient;
let other: TestMarketplace;
let stranger: TestClient;
beforeAll(async () => {
  shop = await createMarketplace();
  client = await oauthClient(shop.test);
  other = await createMarketplace();
  stranger = await oauthClient(other.test);
});

const post = (fields: Record<string, string>, by: TestClient = client) => askToken(by, fields);
const exchangeAt = (moment: RealTime, input: Record<string, string>) =>
  exchange({ authorization: basic(client), input, realNow: moment });

/** Everything that was ever issued on a code, by what is still good of it. */
async function lineages(grantOf: { code: string }): Promise<{ accessTokens: number; unusedRefreshTokens: number }> {
  const { createHash } = await import("node:crypto");
  const digest = createHash("sha256").update(grantOf.code).digest("hex");
  const [row] = await db().execute<{ accessTokens: number; unusedRefreshTokens: number }>(sql`
    select (select count(*)::int from oauth_access_tokens t where t.grant_id = c.grant_id) as "accessTokens",
      (select count(*)::int from oauth_refresh_tokens t where t.grant_id = c.grant_id and used_at is null)
        as "unusedRefreshTokens"
    from oauth_codes c where c.digest = ${digest}`);
  if (!row) throw new Error("There is no such code.");
  return row;
}

describe("RFC 9700, 4.5: code replay", () => {
  it("within a double click is refused and harms nobody", async () => {
    const consent = await consentedCode(client);
    const first = await post(redemption(client, consent));
    expect(await post(redemption(client, consent))).toMatchObject({ status: 400, json: { error: "invalid_grant" } });
    expect(await works(first.json.access_token)).toBe(true);
  });

  it("later revokes everything that came of the code", async () => {
    const consent = await consentedCode(client);
    const at = now();
    const first = await exchangeAt(at, redemption(client, consent));
    const second_ = await exchangeAt(at, refreshOf(first.refresh_token));
    const replay = exchangeAt(later(at, 11 * second), redemption(client, consent));
    await expect(replay).rejects.toMatchObject({ error: "invalid_grant" });
    for (const { access_token: accessToken } of [first, second_]) expect(await works(accessToken)).toBe(false);
    expect(await post(refreshOf(second_.refresh_token))).toMatchObject({ json: { error: "invalid_grant" } });
  });

  it("also long after the code has expired", async () => {
    const consent = await consentedCode(client);
    const at = now();
    const first = await exchangeAt(at, redemption(client, consent));
    await expect(exchangeAt(later(at, 600 * second), redemption(client, consent))).rejects.toThrow();
    expect(await works(first.access_token)).toBe(false);
  });

  it("by another client tells nothing and revokes nothing", async () => {
    const consent = await consentedCode(client);
    const first = await exchangeAt(later(now(), -20 * second), redemption(client, consent));
    const theirs = await post({ ...redemption(client, consent), redirect_uri: stranger.redirectUri }, stranger);
    expect(theirs).toMatchObject({ status: 400, json: { error: "invalid_grant" } });
    expect(await works(first.access_token)).toBe(true);
  });

  it("20 concurrent redemptions of one code leave exactly one lineage", async () => {
    const consent = await consentedCode(client);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(redemption(client, consent))));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    for (const { status, json } of answers) if (status !== 200) expect(json.error).toBe("invalid_grant");
    expect(await lineages(consent)).toEqual({ accessTokens: 1, unusedRefreshTokens: 1 });
    expect(await works(winners[0]?.json.access_token)).toBe(true);
  });
});

describe("RFC 9700, 4.14.2: refresh token reuse", () => {
  it("within a double click is refused and harms nobody", async () => {
    const { json } = await post(redemption(client, await consentedCode(client)));
    const next = await post(refreshOf(json.refresh_token));
    expect(await post(refreshOf(json.refresh_token))).toMatchObject({ json: { error: "invalid_grant" } });
    expect(await works(next.json.access_token)).toBe(true);
  });

  it("later revokes the family", async () => {
    const at = now();
    const first = await exchangeAt(at, redemption(client, await consentedCode(client)));
    const next = await exchangeAt(at, refreshOf(first.refresh_token));
    const reuse = exchangeAt(later(at, 11 * second), refreshOf(first.refresh_token));
    await expect(reuse).rejects.toMatchObject({ error: "invalid_grant" });
    for (const { access_token: accessToken } of [first, next]) expect(await works(accessToken)).toBe(false);
    expect(await post(refreshOf(next.refresh_token))).toMatchObject({ json: { error: "invalid_grant" } });
  });

  it("20 concurrent refreshes of one token leave exactly one lineage", async () => {
    const consent = await consentedCode(client);
    const { json } = await post(redemption(client, consent));
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(refreshOf(json.refresh_token))));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(await lineages(consent)).toEqual({ accessTokens: 2, unusedRefreshTokens: 1 });
    expect(await post(refreshOf(winners[0]?.json.refresh_token))).toMatchObject({ status: 200 });
  });

  it("a refresh that races with a revocation never survives it", async () => {
    const consent = await consentedCode(client);
    const { json } = await post(redemption(client, consent));
    const { POST: revoke } = await import("./revoke/route");
    const [refreshed] = await Promise.all([
      post(refreshOf(json.refresh_token)),
      call(revoke, { form: { token: String(json.refresh_token) }, headers: { authorization: basic(client) } }),
    ]);
    if (refreshed.status === 200) expect(await works(refreshed.json.access_token)).toBe(false);
    expect(await works(json.access_token)).toBe(false);
  });
});

describe("RFC 9700, 4.8: PKCE downgrade", () => {
  it("a request without a challenge gets no code", async () => {
    const query = authorizationOf(client, { code_challenge: null, code_challenge_method: null });
    const { headers } = await call(authorize, { path: `/oauth/authorize?${query}` });
    expect(new URL(headers.get("location") ?? "").searchParams.get("error")).toBe("invalid_request");
  });

  it("a redemption without the verifier gets no token", async () => {
    const consent = await consentedCode(client);
    const { code_verifier: _, ...bare } = redemption(client, consent);
    expect(await post(bare)).toMatchObject({ status: 400, json: { error: "invalid_request" } });
  });
});

describe("RFC 9700, 4.1.3: redirect mismatch", () => {
  const { redirectUri } = { redirectUri: "https://shop.example/back" };
  const close = [
    `${redirectUri}/`,
    `${redirectUri}?x=1`,
    `${redirectUri}#x`,
    `${redirectUri}/../evil`,
    "https://shop.example:443/back",
    "https://shop.example:8443/back",
    "http://shop.example/back",
    "https://SHOP.example/back",
    "https://shop.example/Back",
    "https://shop.example/%62ack",
    "https://evil.shop.example/back",
    "https://shop.example@evil.example/back",
    "https://shop.example.evil.example/back",
    "//shop.example/back",
    " https://shop.example/back",
  ];
  it.each(close)("%s is not registered: a page, no redirect", async (uri) => {
    const query = authorizationOf(client, { redirect_uri: uri });
    const { status, headers } = await call(authorize, { path: `/oauth/authorize?${query}` });
    expect([status, headers.get("location")]).toEqual([400, null]);
  });

  it("the address of the redemption must be the one of the request, though both are registered", async () => {
    const consent = await consentedCode(client);
    const elsewhere = { ...redemption(client, consent), redirect_uri: "https://shop.example/other?from=us" };
    expect(await post(elsewhere)).toMatchObject({ status: 400, json: { error: "invalid_grant" } });
  });

  it("another client's address is not this client's", async () => {
    const third = await oauthClient((await createMarketplace()).test, "https://third.example/back");
    const query = authorizationOf(client, { redirect_uri: third.redirectUri });
    expect(await call(authorize, { path: `/oauth/authorize?${query}` })).toMatchObject({ status: 400 });
  });
});
