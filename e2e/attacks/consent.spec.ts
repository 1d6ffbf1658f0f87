import { createHash, randomBytes } from "node:crypto";
import { type APIRequestContext, request } from "playwright/test";
import type postgres from "postgres";
import { anyAddress, api, type Client, createClient, type Json } from "@/e2e/client";
import { addMarketplace, addOAuthClient } from "@/e2e/database";
import { expect, test } from "@/e2e/fixtures";
import { salesRecord } from "@/e2e/merchant";

// What somebody tries who wants to keep what a merchant has withdrawn, or to withdraw for somebody else.

const back = "http://localhost/back";
const address = () => process.env.BASE_URL ?? "";

/** A marketplace with its credentials. */
type Shop = { client: Client; marketplaceId: string; clientId: string; clientSecret: string };
type Tokens = { access: string; refresh: string; merchantId: string };

async function openShop(sql: postgres.Sql): Promise<Shop> {
  const { marketplaceId, secretKey } = await addMarketplace(sql);
  const client = createClient({ address: address(), secretKey });
  return { client, marketplaceId, ...(await addOAuthClient(sql, marketplaceId)) };
}

/** A browser in which the sandbox's merchant has signed in. */
async function signedIn(): Promise<APIRequestContext> {
  const browser = await request.newContext({ baseURL: address(), extraHTTPHeaders: anyAddress() });
  const { merchant } = await (await browser.get("/api/sandbox/credentials")).json();
  const { csrfToken } = await (await browser.get("/api/auth/csrf")).json();
  const form = { csrfToken, email: merchant.email, password: merchant.password };
  expect((await browser.post("/api/auth/callback/merchant", { form })).status()).toBe(200);
  return browser;
}

/** What the script of a page sends when a button is pressed: read from the page, as anybody can, by what stands before it. */
async function actionOf(browser: APIRequestContext, path: string, where: string) {
  const html = (await (await browser.get(path)).text()).replaceAll('\\"', '"').replaceAll("\\n", "\n");
  const reference = new RegExp(`${where}:"\\$h([0-9a-f]+)"`).exec(html)?.[1];
  const id = new RegExp(`\\b${reference}:\\{"id":"([0-9a-f]{40,})"`).exec(html)?.[1] ?? "";
  expect(id, `${where} of ${path}`).not.toBe("");
  const send = async (input: Json, headers: Record<string, string> = { origin: address() }) => {
    const all = { "next-action": id, "content-type": "text/plain;charset=UTF-8", ...headers };
    return browser.post(path, { headers: all, data: JSON.stringify([input]) });
  };
  return { id, html, send };
}

/** The disconnecting of a merchant's connection, from its page in the account. */
async function disconnecting(browser: APIRequestContext, sql: postgres.Sql, merchantId: string) {
  const [connection] = await sql<{ id: string }[]>`select id from connections where merchant_id = ${merchantId}`;
  const connectionId = connection?.id ?? "";
  const page = `/account/connections/${connectionId}`;
  return { connectionId, page, ...(await actionOf(browser, page, '"trigger":"Disconnect [^$]*"act"')) };
}

/** The merchant's consent, up to the code. */
async function consent(browser: APIRequestContext, { clientId }: Shop) {
  const verifier = randomBytes(32).toString("base64url");
  const query = `${new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: back,
    scope: "data.share.sales data.read.score offline_access",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  })}`;
  const { html, send } = await actionOf(browser, `/oauth/consent?${query}`, '"decide"');
  const userId = /"userId":"(usr_\w+)"/.exec(html)?.[1] ?? "";
  const answer = await (await send({ userId, query, decision: "allow" })).text();
  return { code: /[?&]code=(oac_\w+)/.exec(answer)?.[1] ?? "", verifier };
}

async function askToken({ clientId, clientSecret }: Shop, fields: Record<string, string>): Promise<Json> {
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields });
  return (await fetch(new URL("/oauth/token", address()), { method: "POST", body })).json();
}
const redeem = (shop: Shop, { code, verifier }: { code: string; verifier: string }) =>
  askToken(shop, { grant_type: "authorization_code", code, redirect_uri: back, code_verifier: verifier });
const refresh = (shop: Shop, token: string) => askToken(shop, { grant_type: "refresh_token", refresh_token: token });

async function consented(browser: APIRequestContext, shop: Shop): Promise<Tokens> {
  const answer = await redeem(shop, await consent(browser, shop));
  return { access: answer.access_token, refresh: answer.refresh_token, merchantId: answer.merchant_id };
}

const asBearer = (token: string) => ({ anonymous: true, headers: { authorization: `Bearer ${token}` } });
const submit = ({ client }: Shop, token: string, ref: string) =>
  client.call("POST", "/marketplace/data/merchants", { ...asBearer(token), body: salesRecord(ref) });
const scoreOf = ({ client }: Shop, token: string, ref: string) =>
  client.call("GET", `/api/marketplace/data/merchant/${ref}/credit-score`, asBearer(token));
const stateOf = async ({ client }: Shop, merchantId: string) =>
  (await client.ask("GET", `${api}/merchants/${merchantId}`)).connectionStatus;

let browser: APIRequestContext;
let shop: Shop;
let before: Tokens;
let unused: { code: string; verifier: string };
let foreign: { status: number; connection: string };
const ref = "withdrawn-shop";

test.beforeAll(async ({ sql }) => {
  browser = await signedIn();
  shop = await openShop(sql);
  before = await consented(browser, shop);
  expect(await submit(shop, before.access, ref)).toMatchObject({ status: 200 });
  unused = await consent(browser, shop);

  const { merchantId } = before;
  const { connectionId, send } = await disconnecting(browser, sql, merchantId);
  const answer = await send({ connectionId }, { origin: "https://evil.example" });
  foreign = { status: answer.status(), connection: await stateOf(shop, merchantId) };
  await send({ connectionId });
  expect(await stateOf(shop, merchantId)).toBe("DISCONNECTED");
});
test.afterAll(() => browser.dispose());

// Next says so for the request from another site.
test.beforeEach(({ complaining }) => complaining.allow(/origin.*evil\.example|Invalid Server Actions request/));

test("a page of another site has the merchant's browser withdraw", () => {
  expect(foreign.status).toBeGreaterThanOrEqual(400);
  expect(foreign.connection).toBe("ACTIVE");
});

test("a plain form of another site, without any script", async ({ sql }) => {
  const other = await consented(browser, shop);
  const { id, connectionId, page } = await disconnecting(browser, sql, other.merchantId);
  const multipart = { [`$ACTION_ID_${id}`]: "", "1_connectionId": connectionId };
  const headers = { origin: "https://evil.example", referer: "https://evil.example/" };
  await browser.post(page, { headers, multipart });
  expect(await stateOf(shop, other.merchantId)).not.toBe("DISCONNECTED");
  // And back to where it was.
  await shop.client.ask("POST", `${api}/merchants/${other.merchantId}/disconnect`, { body: {} });
});

test("the access token is used after the withdrawal", async () => {
  expect(await submit(shop, before.access, ref)).toMatchObject({ status: 401, json: { code: "UNAUTHENTICATED" } });
  expect(await scoreOf(shop, before.access, ref)).toMatchObject({ status: 401 });
});

test("the refresh token is used after the withdrawal", async () => {
  expect(await refresh(shop, before.refresh)).toMatchObject({ error: "invalid_grant" });
});

test("a code that was kept back is redeemed after the withdrawal", async () => {
  expect(await redeem(shop, unused)).toMatchObject({ error: "invalid_grant" });
});

test("the marketplace goes on with its own token", async () => {
  const { access_token: own } = await askToken(shop, { grant_type: "client_credentials" });
  expect(await submit(shop, own, ref)).toMatchObject({ status: 409, json: { code: "CONNECTION_CLOSED" } });
  expect(await scoreOf(shop, own, ref)).toMatchObject({ status: 404 });
  const batch = { marketplaceId: shop.marketplaceId, batchTimestamp: new Date().toISOString(), batchId: "after" };
  const body = { ...batch, merchants: [salesRecord(ref)] };
  const bulk = await shop.client.call("POST", "/marketplace/data/merchants/bulk", { ...asBearer(own), body });
  expect(bulk.json).toMatchObject({ processedMerchantIds: [], errors: [{ error: "The merchant is disconnected" }] });
});

test("the marketplace creates the merchant again, under the same id", async () => {
  const contact = { businessName: "Ada Foods", email: "ada@shop.example", phoneNumber: "+2348012345678" };
  const again = await shop.client.ask("POST", `${api}/merchants`, { body: { thirdPartyCustomerId: ref, ...contact } });
  expect(again).toMatchObject({ merchantId: before.merchantId, created: false });
  expect(await stateOf(shop, before.merchantId)).toBe("DISCONNECTED");
  const token = await shop.client.call("POST", `${api}/merchants/${ref}/embed-tokens`);
  expect(token).toMatchObject({ status: 409, json: { code: "CONNECTION_CLOSED" } });
});

test("a merchant withdraws the consent of another, by its id", async ({ sql }) => {
  const elsewhere = await openShop(sql);
  const contact = { businessName: "Ben Foods", email: "ben@shop.example", phoneNumber: "+2348012345678" };
  const body = { thirdPartyCustomerId: "bens", ...contact };
  const { merchantId } = await elsewhere.client.ask("POST", `${api}/merchants`, { body });
  const [foreign] = await sql<{ id: string }[]>`select id from connections where merchant_id = ${merchantId}`;
  expect((await browser.get(`/account/connections/${foreign?.id}`)).status()).toBe(404);
  const own = await consented(browser, elsewhere);
  const { send } = await disconnecting(browser, sql, own.merchantId);
  expect(await (await send({ connectionId: foreign?.id })).text()).toContain("No such connection.");
  expect(await stateOf(elsewhere, merchantId)).toBe("PENDING");
});

test("old tokens are tried once the merchant has consented anew", async () => {
  const after = await consented(browser, shop);
  expect(after.merchantId).toBe(before.merchantId);
  expect(await scoreOf(shop, after.access, ref)).toMatchObject({ status: 200 });
  expect(await scoreOf(shop, before.access, ref)).toMatchObject({ status: 401 });
  expect(await refresh(shop, before.refresh)).toMatchObject({ error: "invalid_grant" });
});
