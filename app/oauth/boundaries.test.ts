import { beforeAll, describe, expect, it } from "vitest";
import { GET as readScore } from "@/app/api/marketplace/data/merchant/[merchantId]/credit-score/route";
import { POST as createMerchant } from "@/app/api/v1/marketplace-api/merchants/route";
import { GET as getBatch } from "@/app/marketplace/data/batches/[batchId]/route";
import { POST as sendFlag } from "@/app/marketplace/data/events/account-flags/route";
import { POST as sendSale } from "@/app/marketplace/data/events/sales/route";
import { GET as health } from "@/app/marketplace/data/health/route";
import { POST as submitBatch } from "@/app/marketplace/data/merchants/bulk/route";
import { POST as submitOne } from "@/app/marketplace/data/merchants/route";
import { operations } from "@/app/openapi.json/operations";
import { runDue } from "@/lib/edge/jobs/run-due";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { consentedCode, oauthClient, redemption, refreshOf, type TestClient } from "@/test/factories/oauth";
import { askToken, ownToken } from "@/test/oauth-calls";
import { now } from "@/test/time";

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
const record = (merchantId: string) => merchantRecord({ merchantIdentity: { merchantId } }, now());

describe("scope escalation", () => {
  it("a refresh cannot ask for more than was granted", async () => {
    const consent = await consentedCode(client, { scope: "data.read.score offline_access" });
    const { json } = await post(redemption(client, consent));
    const more = await post({ ...refreshOf(json.refresh_token), scope: "data.read.score data.share.sales" });
    expect(more).toMatchObject({
      status: 400,
      json: { error: "invalid_scope", error_description: "data.share.sales is more than was granted" },
    });
    // The token was not used up by that.
    const again = await post(refreshOf(json.refresh_token));
    expect(again.json).toMatchObject({ scope: "data.read.score offline_access" });
  });

  it("a redemption cannot ask for anything: the scope is what the merchant saw", async () => {
    const consent = await consentedCode(client, { scope: "data.read.score" });
    const { json } = await post({ ...redemption(client, consent), scope: "data.share.sales" });
    expect(json.scope).toBe("data.read.score");
  });

  it("a token does what its scope says and nothing else", async () => {
    const reader = await ownToken(client, "loans.read");
    const operationsOf = operations.filter(({ route }) => route.declaration.auth.scheme === "accessToken");
    expect(operationsOf.length).toBeGreaterThanOrEqual(7);
    for (const { method, route, path } of operationsOf) {
      if (route.declaration.auth.scope === "loans.read") continue;
      const answer = await call(route, {
        key: reader,
        method: method.toUpperCase(),
        path,
        ...(method === "get" ? {} : { body: {} }),
      });
      expect(answer, path).toMatchObject({ status: 403, json: { code: "INSUFFICIENT_SCOPE" } });
      expect(answer.headers.get("www-authenticate")).toBe(
        `Bearer error="insufficient_scope", scope="${route.declaration.auth.scope}", realm="api"`,
      );
    }
  });
});

describe("another client's code", () => {
  it("is an invalid_grant, and stays good for its own", async () => {
    const consent = await consentedCode(client);
    expect(await post(redemption(client, consent), stranger)).toMatchObject({ json: { error: "invalid_grant" } });
    expect(await post(redemption(client, consent))).toMatchObject({ status: 200 });
  });

  it("so is another client's refresh token", async () => {
    const { json } = await post(redemption(client, await consentedCode(client)));
    expect(await post(refreshOf(json.refresh_token), stranger)).toMatchObject({ json: { error: "invalid_grant" } });
    expect(await post(refreshOf(json.refresh_token))).toMatchObject({ status: 200 });
  });
});

describe("a token of marketplace A at B", () => {
  it("finds nothing of B, neither by B's ids nor under B's name", async () => {
    const merchant = await anyMerchant(other.test);
    const mine = await ownToken(client);
    const theirs = await ownToken(stranger);
    await call(submitOne, { key: theirs, body: record(merchant.thirdPartyCustomerId) });
    for (const merchantId of [merchant.merchantId, merchant.thirdPartyCustomerId]) {
      expect(await call(readScore, { key: mine, method: "GET", params: { merchantId } })).toMatchObject({
        status: 404,
      });
      const sale = {
        eventId: `e-${merchantId}`,
        merchantId,
        orderId: "o",
        amount: 1,
        currency: "NGN",
        occurredAt: now().toISOString(),
      };
      expect(await call(sendSale, { key: mine, body: sale })).toMatchObject({ status: 404 });
    }
    const batch = {
      merchants: [record("x")],
      marketplaceId: other.marketplaceId,
      batchId: "b",
      batchTimestamp: now().toISOString(),
    };
    const answer = await call(submitBatch, { key: mine, body: batch });
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ field: "marketplaceId" }] } });
  });

  it("of the test environment sees nothing live", async () => {
    const both = await createMarketplace({ live: true });
    const live = await oauthClient(both.live);
    const test = await oauthClient(both.test);
    const { merchantId } = await anyMerchant(both.live);
    const [liveToken, testToken] = [await ownToken(live), await ownToken(test)];
    await call(submitOne, { key: liveToken, body: record("live-shop") });
    for (const ref of [merchantId, "live-shop"]) {
      const answer = await call(readScore, { key: testToken, method: "GET", params: { merchantId: ref } });
      expect(answer).toMatchObject({ status: 404 });
    }
    expect((await call(health, { key: testToken, method: "GET" })).json).toMatchObject({
      environment: "test",
      lastDataReceivedAt: null,
    });
  });
});

describe("a merchant-bound token", () => {
  const batchOf = (ids: string[], batchId: string) => ({
    merchants: ids.map(record),
    marketplaceId: shop.marketplaceId,
    batchId,
    batchTimestamp: now().toISOString(),
  });
  async function bound() {
    const { json } = await post(redemption(client, await consentedCode(client)));
    return { key: String(json.access_token), merchantId: String(json.merchant_id) };
  }
  const refusal = (merchantId: string) => ({
    field: "merchantIdentity.merchantId",
    error: "Merchant has not consented",
    merchantId,
  });

  it("on other merchants: refused in bulk by name, elsewhere not found, whether they exist or not", async () => {
    const { key } = await bound();
    await call(submitOne, { key: await ownToken(client), body: record("somebody-else") });
    const first = await call(submitBatch, { key, body: batchOf(["mine-1", "somebody-else", "nobody"], "bound-1") });
    expect(first.json).toMatchObject({ successfullyProcessed: 1, failed: 2, processedMerchantIds: ["mine-1"] });
    expect(first.json.errors).toEqual([refusal("somebody-else"), refusal("nobody")]);
    for (const merchantId of ["somebody-else", "nobody"]) {
      expect(await call(submitOne, { key, body: record(merchantId) })).toMatchObject({ status: 404 });
      expect(await call(readScore, { key, method: "GET", params: { merchantId } })).toMatchObject({ status: 404 });
      const flag = { eventId: `f-${merchantId}`, merchantId, flag: "FRAUD", occurredAt: now().toISOString() };
      expect(await call(sendFlag, { key, body: flag })).toMatchObject({ status: 404 });
    }
    expect(await call(readScore, { key, method: "GET", params: { merchantId: "mine-1" } })).toMatchObject({
      status: 200,
    });
    const later_ = await call(submitBatch, { key, body: batchOf(["mine-1", "mine-2"], "bound-2") });
    expect(later_.json.errors).toEqual([refusal("mine-2")]);
  });

  it("takes no id that another merchant of the marketplace has, by whatever way it came", async () => {
    await anyMerchantWithId("taken-by-api");
    const { key } = await bound();
    const answer = await call(submitBatch, { key, body: batchOf(["taken-by-api"], "bound-3") });
    expect(answer.json.errors).toEqual([refusal("taken-by-api")]);
    expect(await call(submitOne, { key, body: record("taken-by-api") })).toMatchObject({ status: 404 });
    expect(await call(submitOne, { key, body: record("free") })).toMatchObject({ status: 200 });
  });

  it("is told what is wrong with its records before anything about consent", async () => {
    const { key } = await bound();
    const bad = { ...record("mine-9"), salesPerformance: { ...record("x").salesPerformance, gmv30Days: -1 } };
    const batch = { ...batchOf([], "bound-4"), merchants: [bad] };
    const answer = await call(submitBatch, { key, body: batch });
    expect(answer.json.errors).toEqual([
      { field: "salesPerformance.gmv30Days", error: "Must be a non-negative number", merchantId: "mine-9" },
    ]);
    expect(await call(submitOne, { key, body: bad })).toMatchObject({ status: 400 });
    expect(await call(submitOne, { key, body: record("mine-9") })).toMatchObject({ status: 200 });
  });

  it("may submit in the background, and still reaches only its own", async () => {
    const { key } = await bound();
    const body = batchOf(["mine-later", "not-mine"], "bound-5");
    expect(await call(submitBatch, { key, body, headers: { prefer: "respond-async" } })).toMatchObject({ status: 202 });
    await runDue(shop.test);
    const answer = await call(getBatch, { key, method: "GET", params: { batchId: "bound-5" } });
    expect(answer.json).toMatchObject({
      status: "COMPLETED_WITH_ERRORS",
      successfullyProcessed: 1,
      errors: [refusal("not-mine")],
    });
  });

  it("twenty consents that want one id at once: one has it", async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, bound));
    const answers = await Promise.all(tokens.map(({ key }) => call(submitOne, { key, body: record("wanted") })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(404)]);
  });

  it("sees its own batches and nobody else's", async () => {
    await call(submitBatch, { key: await ownToken(client), body: batchOf(["any"], "of-the-marketplace") });
    const [one, two] = [await bound(), await bound()];
    await call(submitBatch, { key: one.key, body: batchOf(["one-1"], "of-one") });
    const read = (key: string, batchId: string) => call(getBatch, { key, method: "GET", params: { batchId } });
    expect(await read(one.key, "of-one")).toMatchObject({ status: 200 });
    expect(await read(two.key, "of-one")).toMatchObject({ status: 404 });
    expect(await read(one.key, "of-the-marketplace")).toMatchObject({ status: 404 });
    expect(await read(await ownToken(client), "of-one")).toMatchObject({ status: 200 });
    // The same body under another's token is another batch.
    const replay = await call(submitBatch, { key: two.key, body: batchOf(["one-1"], "of-one") });
    expect(replay).toMatchObject({ status: 409, json: { code: "BATCH_CONFLICT" } });
  });

  async function anyMerchantWithId(thirdPartyCustomerId: string) {
    const contact = { businessName: "Ada", email: "ada@shop.example", phoneNumber: "+2348012345678" };
    const answer = await call(createMerchant, { key: shop.testKey, body: { thirdPartyCustomerId, ...contact } });
    expect(answer.status).toBe(201);
  }
});
