import { beforeAll, describe, expect, it } from "vitest";
import { GET as health } from "@/app/marketplace/data/health/route";
import { basic, call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { consentedCode, oauthClient, redemption, type TestClient } from "@/test/factories/oauth";
import { POST as revoke } from "./revoke/route";
import { POST as token } from "./token/route";

useDatabase();

let client: TestClient;
let stranger: TestClient;
beforeAll(async () => {
  client = await oauthClient((await createMarketplace()).test);
  stranger = await oauthClient((await createMarketplace()).test);
});

const post = (route: typeof token, fields: Record<string, string>, authorization?: string) =>
  call(route, { form: fields, headers: authorization ? { authorization } : {} });

async function tokens() {
  const { json } = await post(token, redemption(client, await consentedCode(client)), basic(client));
  return { accessToken: String(json.access_token), refreshToken: String(json.refresh_token) };
}
const works = async (accessToken: string) => (await call(health, { key: accessToken, method: "GET" })).status === 200;
const refresh = (refreshToken: string) =>
  post(token, { grant_type: "refresh_token", refresh_token: refreshToken }, basic(client));

describe("RFC 7009, 2.1: revocation", () => {
  it("of an access token ends it at once, and nothing else", async () => {
    const { accessToken, refreshToken } = await tokens();
    expect(await works(accessToken)).toBe(true);
    const answer = await post(revoke, { token: accessToken }, basic(client));
    expect(answer).toMatchObject({ status: 200, text: "" });
    expect(await works(accessToken)).toBe(false);
    expect(await refresh(refreshToken)).toMatchObject({ status: 200 });
  });

  it("of a refresh token ends all that came of the same consent", async () => {
    const { accessToken, refreshToken } = await tokens();
    const next = await refresh(refreshToken);
    await post(revoke, { token: String(next.json.refresh_token) }, basic(client));
    expect(await works(accessToken)).toBe(false);
    expect(await works(String(next.json.access_token))).toBe(false);
    expect(await refresh(String(next.json.refresh_token))).toMatchObject({ json: { error: "invalid_grant" } });
  });

  it("takes a wrong hint for no more than a hint", async () => {
    const { accessToken, refreshToken } = await tokens();
    await post(revoke, { token: refreshToken, token_type_hint: "access_token" }, basic(client));
    expect(await works(accessToken)).toBe(false);
  });
});

describe("RFC 7009, 2.2: the answer", () => {
  it.each(["ort_unknown", "not a token", "sk_test_x"])("is 200 for %s too", async (unknown) => {
    expect(await post(revoke, { token: unknown }, basic(client))).toMatchObject({ status: 200 });
  });

  it("is 200 for what was revoked before", async () => {
    const { accessToken } = await tokens();
    for (let i = 0; i < 2; i++) {
      expect(await post(revoke, { token: accessToken }, basic(client))).toMatchObject({ status: 200 });
    }
  });

  it("is 200 for another client's token, which stays good", async () => {
    const { accessToken, refreshToken } = await tokens();
    for (const theirs of [accessToken, refreshToken]) {
      expect(await post(revoke, { token: theirs }, basic(stranger))).toMatchObject({ status: 200 });
    }
    expect(await works(accessToken)).toBe(true);
    expect(await refresh(refreshToken)).toMatchObject({ status: 200 });
  });

  it("is 400 without a token and 401 without the client", async () => {
    expect(await post(revoke, {}, basic(client))).toMatchObject({ status: 400, json: { error: "invalid_request" } });
    const { accessToken } = await tokens();
    expect(await post(revoke, { token: accessToken })).toMatchObject({
      status: 401,
      json: { error: "invalid_client" },
    });
    expect(await works(accessToken)).toBe(true);
  });
});
