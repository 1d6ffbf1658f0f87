import { beforeAll, describe, expect, test } from "vitest";
import { GET as readScore } from "@/app/api/marketplace/data/merchant/[merchantId]/credit-score/route";
import { GET as readLoan } from "@/app/api/marketplace/loans/[loanId]/status/route";
import { POST as mintEmbedToken } from "@/app/api/v1/marketplace-api/merchants/[ref]/embed-tokens/route";
import { POST as requestFunding } from "@/app/api/v1/marketplace-api/merchants/[ref]/funding-requests/route";
import { GET as readStatus } from "@/app/api/v1/marketplace-api/merchants/[ref]/route";
import { POST as sendFlag } from "@/app/marketplace/data/events/account-flags/route";
import { POST as sendSale } from "@/app/marketplace/data/events/sales/route";
import { POST as submit } from "@/app/marketplace/data/merchants/route";
import { call } from "@/test/call-route";
import { holdsContract } from "@/test/contract/suite";
import { optional, text } from "@/test/contract/table";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { recordOf } from "@/test/factories/batch";
import { type FullMerchant, fullMerchant } from "@/test/factories/full-merchant";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { POST as disconnect } from "./route";

useDatabase();

let shop: TestMarketplace;
let merchant: FullMerchant;
let idle: string;
let own: string;
let bound: string;
const occurredAt = "2026-01-10T09:00:00Z";
const flagOf = (merchantId: string, eventId: string) => ({
  key: own,
  body: { eventId, merchantId, flag: "POLICY_VIOLATION", severity: "LOW", occurredAt },
});
const saleOf = (merchantId: string, eventId: string) => ({
  key: own,
  body: { eventId, merchantId, orderId: eventId, amount: 5_000, currency: "NGN", occurredAt },
});
beforeAll(async () => {
  shop = await createMarketplace();
  merchant = await fullMerchant(shop.test);
  own = await accessTokenOf(shop.test);
  bound = await accessTokenOf(shop.test, { merchantId: merchant.merchantId });
  idle = (await anyMerchant(shop.test)).merchantId;
  for (const event of [flagOf(merchant.ref, "before")])
    expect(await call(sendFlag, event)).toMatchObject({ status: 200 });
  expect(await call(readScore, score(bound))).toMatchObject({ status: 200 });
  for (const ref of [merchant.ref, idle]) {
    const answer = await call(disconnect, { key: shop.testKey, params: { ref }, body: {} });
    expect(answer).toMatchObject({ status: 200, json: { connectionStatus: "DISCONNECTED" } });
  }
});

const score = (key: string) => ({ key, method: "GET", params: { merchantId: merchant.ref } });
const closed = { status: 409, json: { code: "CONNECTION_CLOSED" } };

describe("of a disconnected merchant", () => {
  test("a token it was bound to is dead", async () => {
    expect(await call(readScore, score(bound))).toMatchObject({ status: 401 });
    expect(await call(readLoan, { key: bound, method: "GET", params: { loanId: merchant.loanId } })).toMatchObject({
      status: 401,
    });
  });

  test("the marketplace's own token submits nothing, reports no flag and reads no score", async () => {
    expect(await call(submit, { key: own, body: recordOf(merchant.ref) })).toMatchObject(closed);
    expect(await call(sendFlag, flagOf(merchant.ref, "after"))).toMatchObject(closed);
    expect(await call(readScore, score(own))).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
  });

  test("an event of before, sent again, gets its first answer", async () => {
    expect(await call(sendFlag, flagOf(merchant.ref, "before"))).toMatchObject({ status: 200 });
  });

  test("sales are taken while a loan is repaid from them, and else not", async () => {
    expect(await call(sendSale, saleOf(merchant.ref, "sale"))).toMatchObject({ status: 200 });
    expect(await call(sendSale, saleOf(idle, "idle"))).toMatchObject(closed);
  });

  test("the loan stays readable", async () => {
    const loan = await call(readLoan, { key: own, method: "GET", params: { loanId: merchant.loanId } });
    expect(loan).toMatchObject({ status: 200, json: { status: "ACTIVE" } });
  });

  test("nothing is requested and no journey opened; the status says so, without the score", async () => {
    const at = { key: shop.testKey, params: { ref: merchant.ref } };
    const request = { amountRequested: 5_000, tenorDays: 30, purpose: "Other" };
    expect(await call(requestFunding, { ...at, body: request })).toMatchObject(closed);
    expect(await call(mintEmbedToken, { ...at, body: {} })).toMatchObject(closed);
    const status = await call(readStatus, { ...at, method: "GET" });
    expect(status.json).toMatchObject({ connectionStatus: "DISCONNECTED", creditScore: null });
    expect(status.json.kyc).toMatchObject({ canProceed: false });
  });
});

holdsContract({
  operation: "POST /merchants/{ref}/disconnect",
  route: disconnect,
  key: () => shop.testKey,
  params: () => ({ ref: idle }),
  body: () => ({ reason: "The shop has closed." }),
  fields: [optional("reason", text(500))],
});
