import { beforeAll, describe, expect, it } from "vitest";
import { hour, later } from "@/lib/kernel/calendar";
import { introspect as ask } from "@/lib/sales/oauth/introspect-token";
import { basic, call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { consentedCode, oauthClient, redemption, type TestClient } from "@/test/factories/oauth";
import { now } from "@/test/time";
import { POST as introspect } from "./introspect/route";
import { POST as revoke } from "./revoke/route";
import { POST as token } from "./token/route";

useDatabase();

let client: TestClient;
let stranger: TestClient;
beforeAll(async () => {
  client = await oauthClient((await createMarketplace()).test);
  stranger = await oauthClient((await createMarketplace()).test);
});

const post = (route: typeof token, fields: Record<string, string>, by: TestClient = client) =>
  call(route, { form: fields, headers: { authorization: basic(by) } });

describe("RFC 7662, 2.2: introspection", () => {
  it("tells a client of its own tokens", async () => {
    const { json } = await post(token, redemption(client, await consentedCode(client)));
    const access = await post(introspect, { token: String(json.access_token) });
    const common = { active: true, scope: json.scope, client_id: client.clientId, sub: json.merchant_id };
    expect(access.json).toEqual({
      ...common,
      token_type: "Bearer",
      exp: expect.any(Number),
      iat: expect.any(Number),
      iss: "http://localhost:3000",
    });
    expect(Number(access.json.exp) - Number(access.json.iat)).toBe(3_600);
    const refresh = await post(introspect, { token: String(json.refresh_token) });
    expect(refresh.json).toMatchObject(common);
    expect(refresh.json).not.toHaveProperty("token_type");
  });

  it("tells the marketplace's own from a merchant's", async () => {
    const { json } = await post(token, { grant_type: "client_credentials", scope: "loans.read" });
    const answer = await post(introspect, { token: String(json.access_token) });
    expect(answer.json).toMatchObject({ active: true, sub: client.tenant.marketplaceId, scope: "loans.read" });
  });

  it("says no more than active: false of anything else", async () => {
    const { json } = await post(token, redemption(client, await consentedCode(client)));
    const own = String(json.access_token);
    const used = String(json.refresh_token);
    expect((await post(introspect, { token: own }, stranger)).json).toEqual({ active: false });
    await post(token, { grant_type: "refresh_token", refresh_token: used });
    for (const one of [used, "oat_unknown", " "]) {
      expect(await post(introspect, { token: one })).toMatchObject({ status: 200, json: { active: false } });
    }
    const call = { authorization: basic(client), input: { token: own } };
    expect(await ask({ ...call, realNow: later(now(), hour) })).toEqual({ active: false });
    await post(revoke, { token: own });
    expect((await post(introspect, { token: own })).json).toEqual({ active: false });
  });

  it("asks who wants to know (2.1)", async () => {
    const unknown = { ...client, clientSecret: "ocs_wrong" };
    expect(await post(introspect, { token: "x" }, unknown)).toMatchObject({
      status: 401,
      json: { error: "invalid_client" },
    });
    expect(await post(introspect, {})).toMatchObject({ status: 400, json: { error: "invalid_request" } });
  });
});
