import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { later, minute, second } from "@/lib/kernel/calendar";
import { exchange } from "@/lib/sales/oauth/exchange-grant";
import { basic, call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { authorizationOf, consentedCode, oauthClient, redemption, type TestClient } from "@/test/factories/oauth";
import { now } from "@/test/time";
import { GET as authorize } from "./authorize/route";
import { POST as token } from "./token/route";

useDatabase();

let client: TestClient;
beforeAll(async () => {
  client = await oauthClient((await createMarketplace()).test);
});

const form = { "content-type": "application/x-www-form-urlencoded" };
type Fields = Record<string, string>;
const post = (fields: Fields | string, headers: Fields = { authorization: basic(client) }) =>
  call(token, {
    raw: typeof fields === "string" ? fields : `${new URLSearchParams(fields)}`,
    headers: { ...form, ...headers },
  });
const ask = (query: URLSearchParams) => call(authorize, { path: `/oauth/authorize?${query}` });
const answerOf = (location: string | null) => Object.fromEntries(new URL(location ?? "").searchParams);
const credentials = { grant_type: "client_credentials", scope: "data.read.score" };

describe("RFC 6749, 2.3: client authentication", () => {
  it("by HTTP Basic or in the body", async () => {
    const { clientId, clientSecret } = client;
    expect(await post(credentials)).toMatchObject({ status: 200 });
    expect(await post({ ...credentials, client_id: clientId, client_secret: clientSecret }, {})).toMatchObject({
      status: 200,
    });
    expect(await post({ ...credentials, client_id: clientId })).toMatchObject({ status: 200 });
  });

  const refused: [string, () => [Fields, Fields], number, string][] = [
    ["no credentials", () => [{}, {}], 401, "invalid_client"],
    ["an id alone", () => [{ client_id: client.clientId }, {}], 401, "invalid_client"],
    [
      "a wrong secret",
      () => [{}, { authorization: basic({ ...client, clientSecret: "ocs_wrong" }) }],
      401,
      "invalid_client",
    ],
    [
      "an unknown client",
      () => [{}, { authorization: basic({ ...client, clientId: "cli_none" }) }],
      401,
      "invalid_client",
    ],
    ["Basic that is no base64", () => [{}, { authorization: "Basic %%%" }], 401, "invalid_client"],
    [
      "Basic that is not percent-encoding",
      () => [{}, { authorization: `Basic ${btoa("%zz:x")}` }],
      401,
      "invalid_client",
    ],
    ["a bearer", () => [{}, { authorization: "Bearer abc" }], 401, "invalid_client"],
    [
      "both ways at once",
      () => [{ client_id: client.clientId, client_secret: client.clientSecret }, { authorization: basic(client) }],
      400,
      "invalid_request",
    ],
    ["two different ids", () => [{ client_id: "cli_other" }, { authorization: basic(client) }], 400, "invalid_request"],
  ];
  it.each(refused)("refuses %s", async (_, given, status, error) => {
    const [fields, headers] = given();
    const answer = await post({ ...credentials, ...fields }, headers);
    expect(answer).toMatchObject({ status, json: { error, error_description: expect.any(String) } });
    if (status === 401) expect(answer.headers.get("www-authenticate")).toMatch(/^Basic realm=/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.text).not.toContain(client.clientSecret);
  });

  it("secrets, codes and tokens are stored as digests only", async () => {
    const consent = await consentedCode(client);
    const { json } = await post(redemption(client, consent));
    const secrets = [client.clientSecret, consent.code, json.access_token, json.refresh_token];
    for (const table of ["oauth_clients", "oauth_codes", "oauth_access_tokens", "oauth_refresh_tokens", "audit_log"]) {
      const rows = await db().execute(sql`select to_jsonb(t)::text as row from ${sql.identifier(table)} t`);
      for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret);
    }
  });
});

describe("RFC 6749, 4.1.3: redemption of a code", () => {
  it("gives tokens that are bound to the merchant (5.1)", async () => {
    const consent = await consentedCode(client);
    const answer = await post(redemption(client, consent));
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      access_token: expect.stringMatching(/^oat_/),
      token_type: "Bearer",
      expires_in: 3_600,
      scope: "data.share.sales data.read.score loans.read events.write offline_access",
      refresh_token: expect.stringMatching(/^ort_/),
      merchant_id: expect.stringMatching(/^mer_/),
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("pragma")).toBe("no-cache");
  });

  it("without offline_access there is no refresh token", async () => {
    const { json } = await post(redemption(client, await consentedCode(client, { scope: "data.read.score" })));
    expect(json).toMatchObject({ scope: "data.read.score" });
    expect(json).not.toHaveProperty("refresh_token");
  });

  it("the same merchant who consents twice is one merchant", async () => {
    const first = await consentedCode(client);
    const second = await consentedCode(client, { userId: first.userId });
    const answers = [await post(redemption(client, first)), await post(redemption(client, second))];
    expect(answers[0]?.json.merchant_id).toBe(answers[1]?.json.merchant_id);
  });

  const missing = ["code", "redirect_uri", "code_verifier"];
  it.each(missing)("without %s is an invalid_request, and the code stays good", async (name) => {
    const consent = await consentedCode(client);
    const { [name]: _, ...rest } = redemption(client, consent);
    expect(await post(rest)).toMatchObject({ status: 400, json: { error: "invalid_request" } });
    expect(await post(redemption(client, consent))).toMatchObject({ status: 200 });
  });

  it("an unknown code, and an expired one, are an invalid_grant", async () => {
    const consent = await consentedCode(client);
    const unknown = { ...consent, code: `${consent.code.slice(0, -1)}_` };
    expect(await post(redemption(client, unknown))).toMatchObject({ status: 400, json: { error: "invalid_grant" } });
    const late = await consentedCode(client, { at: later(now(), -minute) });
    expect(await post(redemption(client, late))).toMatchObject({ status: 400, json: { error: "invalid_grant" } });
    const justInTime = await consentedCode(client, { at: later(now(), -50 * second) });
    expect(await post(redemption(client, justInTime))).toMatchObject({ status: 200 });
  });
});

describe("RFC 6749, 4.4: client credentials", () => {
  it("give the marketplace a token of its own and no refresh token", async () => {
    const { json } = await post({ grant_type: "client_credentials" });
    expect(json).toEqual({
      access_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 3_600,
      scope: "data.share.sales data.read.score loans.read events.write",
    });
    const asked = await post({ grant_type: "client_credentials", scope: "loans.read offline_access" });
    expect(asked.json).toMatchObject({ scope: "loans.read" });
    expect(asked.json).not.toHaveProperty("refresh_token");
  });

  it.each(["loans.write", " ", "offline_access", "loans.read\tevents.write", "__proto__"])(
    "refuse the scope '%s' rather than give a token for nothing",
    async (scope) => {
      const answer = await post({ grant_type: "client_credentials", scope });
      expect(answer).toMatchObject({ status: 400, json: { error: "invalid_scope" } });
    },
  );
});

describe("RFC 6749, 6: refresh", () => {
  async function tokens() {
    const { json } = await post(redemption(client, await consentedCode(client)));
    return { refreshToken: String(json.refresh_token), merchantId: json.merchant_id };
  }
  const refresh = (refreshToken: string, more: Fields = {}) =>
    post({ grant_type: "refresh_token", refresh_token: refreshToken, ...more });

  it("brings new tokens for the same merchant, and the next refresh takes the new one", async () => {
    const { refreshToken, merchantId } = await tokens();
    const first = await refresh(refreshToken);
    expect(first).toMatchObject({ status: 200, json: { merchant_id: merchantId } });
    expect(first.json.refresh_token).not.toBe(refreshToken);
    expect(await refresh(String(first.json.refresh_token))).toMatchObject({ status: 200 });
  });

  it("may ask for less, and later for all of it again", async () => {
    const { refreshToken } = await tokens();
    const less = await refresh(refreshToken, { scope: "data.read.score" });
    expect(less.json).toMatchObject({ scope: "data.read.score", refresh_token: expect.any(String) });
    const all = await refresh(String(less.json.refresh_token));
    expect(all.json.scope).toBe("data.share.sales data.read.score loans.read events.write offline_access");
  });

  it("is refused without a token, with an unknown one, and after ninety days", async () => {
    expect(await post({ grant_type: "refresh_token" })).toMatchObject({ json: { error: "invalid_request" } });
    expect(await refresh("ort_unknown")).toMatchObject({ status: 400, json: { error: "invalid_grant" } });
    const { refreshToken } = await tokens();
    const input = { grant_type: "refresh_token", refresh_token: refreshToken };
    const past = (days: number) => later(now(), days * 24 * 60 * minute + second);
    await expect(exchange({ authorization: basic(client), input, realNow: past(90) })).rejects.toMatchObject({
      error: "invalid_grant",
    });
    expect(await exchange({ authorization: basic(client), input, realNow: past(89) })).toHaveProperty("access_token");
  });
});

describe("RFC 6749, 3.2: the token endpoint", () => {
  it("takes forms alone", async () => {
    const json = await call(token, { body: credentials, headers: { authorization: basic(client) } });
    expect(json).toMatchObject({ status: 400, json: { error: "invalid_request" } });
    const charset = {
      authorization: basic(client),
      "content-type": "application/x-www-form-urlencoded; charset=UTF-8",
    };
    expect(await post(credentials, charset)).toMatchObject({ status: 200 });
  });

  it("refuses a parameter that comes twice, and takes one without a value for absent", async () => {
    const twice = await post("grant_type=client_credentials&grant_type=client_credentials");
    expect(twice).toMatchObject({ status: 400, json: { error: "invalid_request" } });
    expect(await post("grant_type=client_credentials&scope=")).toMatchObject({ status: 200 });
    expect(await post("__proto__=x&grant_type=client_credentials")).toMatchObject({ status: 200 });
  });

  it.each(["password", "urn:ietf:params:oauth:grant-type:jwt-bearer", "AUTHORIZATION_CODE"])(
    "knows no %s",
    async (type) => {
      const answer = await post({ grant_type: type });
      expect(answer).toMatchObject({ status: 400, json: { error: "unsupported_grant_type" } });
    },
  );

  it("says what is missing, and what is too large, in the same form", async () => {
    expect(await post("")).toMatchObject({ status: 400, json: { error: "invalid_request" } });
    const huge = await post(`grant_type=${"x".repeat(1024 * 1024)}`);
    expect(huge.status).toBe(413);
    expect(huge.json).toMatchObject({ error: "invalid_request", error_description: expect.any(String) });
  });
});

it("docs/api.md#credentials: live credentials are refused with 403 until the marketplace is live", async () => {
  const dark = await oauthClient((await createMarketplace()).live);
  const answer = await post(credentials, { authorization: basic(dark) });
  const refusal = {
    error: "unauthorized_client",
    error_description: "Live clients are accepted once the marketplace is live",
  };
  expect(answer).toMatchObject({ status: 403, json: { ...refusal, code: "MARKETPLACE_NOT_LIVE" } });
  expect(answerOf((await ask(authorizationOf(dark))).headers.get("location"))).toMatchObject(refusal);
  const live = await oauthClient((await createMarketplace({ live: true })).live);
  expect(await post(credentials, { authorization: basic(live) })).toMatchObject({ status: 200 });
});
