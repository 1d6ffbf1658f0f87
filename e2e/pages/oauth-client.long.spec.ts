import * as oauth from "oauth4webapi";
import { expect } from "@/e2e/fixtures";
import { salesRecord } from "@/e2e/merchant";
import { addAccount } from "@/e2e/staff";
import { readSandbox, type Sandbox, typeSignIn } from "./merchant";
import { test } from "./page-test";

/**
 * A certified public client, used as its own documentation says, against what the service says of itself. The only option
 * set is the one that lets it speak http to a machine of one's own.
 */
const http = { [oauth.allowInsecureRequests]: true };

let sandbox: Sandbox & { marketplaceId: string };
let server: oauth.AuthorizationServer;
let client: oauth.Client;
test.beforeAll(async () => {
  const address = process.env.BASE_URL ?? "";
  sandbox = (await readSandbox(address)) as typeof sandbox;
  const issuer = new URL(address);
  const discovery = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...http });
  server = await oauth.processDiscoveryResponse(issuer, discovery);
  client = { client_id: sandbox.oauth.clientId };
});

const bulk = async (accessToken: string, ids: string[], batchId: string) => {
  const url = new URL("/marketplace/data/merchants/bulk", server.issuer);
  const batch = {
    merchants: ids.map((id) => salesRecord(id)),
    marketplaceId: sandbox.marketplaceId,
    batchTimestamp: new Date().toISOString(),
    batchId,
  };
  const headers = new Headers({ "content-type": "application/json" });
  const answer = await oauth.protectedResourceRequest(accessToken, "POST", url, headers, JSON.stringify(batch), http);
  return answer.json();
};
const scoreOf = (accessToken: string, merchantId: string) =>
  oauth.protectedResourceRequest(
    accessToken,
    "GET",
    new URL(`/api/marketplace/data/merchant/${merchantId}/credit-score`, server.issuer),
    new Headers(),
    null,
    http,
  );

for (const method of ["client_secret_basic", "client_secret_post"] as const) {
  const authentication = () =>
    (method === "client_secret_basic" ? oauth.ClientSecretBasic : oauth.ClientSecretPost)(sandbox.oauth.clientSecret);

  test(`${method}: a code with PKCE in a browser, its tokens, refresh, introspection and revocation`, async ({
    page,
    sql,
  }) => {
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const address = new URL(server.authorization_endpoint ?? "");
    address.search = `${new URLSearchParams({
      response_type: "code",
      client_id: client.client_id,
      redirect_uri: sandbox.oauth.redirectUri,
      scope: "data.share.sales data.read.score offline_access",
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    })}`;

    await page.goto(address.href);
    await page.waitForURL("**/oauth/login?**");
    await typeSignIn(page, await addAccount(sql));
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.waitForURL(`${sandbox.oauth.redirectUri}?**`);

    const answer = oauth.validateAuthResponse(server, client, new URL(page.url()), state);
    const redeem = () =>
      oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication(),
        answer,
        sandbox.oauth.redirectUri,
        verifier,
        http,
      );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, await redeem());
    expect(tokens).toMatchObject({
      token_type: "bearer",
      expires_in: 3_600,
      merchant_id: expect.stringMatching(/^mer_/),
    });

    const shop = `${method}-${state}`;
    const batch = await bulk(tokens.access_token, [shop, "somebody-else"], state);
    expect(batch).toMatchObject({
      success: true,
      processedMerchantIds: [shop],
      errors: [
        { field: "merchantIdentity.merchantId", error: "Merchant has not consented", merchantId: "somebody-else" },
      ],
    });
    const score = await scoreOf(tokens.access_token, shop);
    expect(await score.json()).toMatchObject({
      totalScore: expect.any(Number),
      riskTier: expect.stringMatching(/^[A-E]$/),
    });
    expect(await (await scoreOf(tokens.access_token, String(tokens.merchant_id))).json()).toHaveProperty("totalScore");

    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, authentication(), tokens.refresh_token ?? "", http),
    );
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
    expect((await scoreOf(refreshed.access_token, shop)).status).toBe(200);

    const introspect = async () =>
      oauth.processIntrospectionResponse(
        server,
        client,
        await oauth.introspectionRequest(server, client, authentication(), refreshed.access_token, http),
      );
    expect(await introspect()).toMatchObject({
      active: true,
      scope: "data.share.sales data.read.score offline_access",
    });

    // A code that comes back is told so in the client's own terms.
    const replay = oauth.processAuthorizationCodeResponse(server, client, await redeem());
    await expect(replay).rejects.toMatchObject({ error: "invalid_grant", status: 400 });

    const revocation = await oauth.revocationRequest(
      server,
      client,
      authentication(),
      refreshed.refresh_token ?? "",
      http,
    );
    await oauth.processRevocationResponse(revocation);
    expect(await introspect()).toEqual({ active: false });
    for (const dead of [tokens.access_token, refreshed.access_token]) {
      const refusal = await scoreOf(dead, shop).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
      expect(refusal).toMatchObject({
        status: 401,
        cause: [{ scheme: "bearer", parameters: { error: "invalid_token" } }],
      });
    }
  });

  test(`${method}: client credentials reach every merchant of the marketplace`, async () => {
    const request = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      authentication(),
      { scope: "data.share.sales data.read.score" },
      http,
    );
    const { access_token: accessToken, refresh_token: none } = await oauth.processClientCredentialsResponse(
      server,
      client,
      request,
    );
    expect(none).toBeUndefined();
    const ids = [1, 2].map((n) => `${method}-shop-${n}`);
    expect(await bulk(accessToken, ids, `${method} at ${Date.now()}`)).toMatchObject({
      processedMerchantIds: ids,
      failed: 0,
    });
    expect(await (await scoreOf(accessToken, ids[1] ?? "")).json()).toMatchObject({ riskTier: expect.any(String) });
  });
}

test("a wrong secret gets an error in the client's own terms", async () => {
  const wrong = oauth.ClientSecretBasic("ocs_wrong");
  const request = await oauth.clientCredentialsGrantRequest(server, client, wrong, {}, http);
  // The standard has a client read the challenge before the body.
  await expect(oauth.processClientCredentialsResponse(server, client, request)).rejects.toMatchObject({ status: 401 });
});
