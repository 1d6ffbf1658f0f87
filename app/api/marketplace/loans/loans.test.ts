import { beforeEach, describe, expect, test } from "vitest";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { disbursedLoan, setLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { anyLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { GET as readStatus } from "./[loanId]/status/route";
import { GET as readActive } from "./merchants/[merchantId]/active/route";
import { POST as readMany } from "./status/bulk/route";

useDatabase();

let mine: TestMarketplace;
let key: string;
let merchant: Awaited<ReturnType<typeof anyMerchant>>;
beforeEach(async () => {
  mine = await createMarketplace();
  key = await accessTokenOf(mine.test, { scopes: ["loans.read"] });
  merchant = await anyMerchant(mine.test);
});

const status = (loanId: string, by = key) => call(readStatus, { key: by, params: { loanId } });
const active = (merchantId: string, by = key) => call(readActive, { key: by, params: { merchantId } });
const many = (loanIds: unknown, by = key) => call(readMany, { key: by, body: { loanIds } });

describe("the active loans of a merchant", () => {
  test("are those that are collected, newest first, by either id of the merchant", async () => {
    const { merchantId, thirdPartyCustomerId } = merchant;
    await anyLoan(mine.test, merchantId);
    const defaulted = await disbursedLoan(mine.test, { merchantId });
    await setLoan(mine.test, defaulted.id, { status: "DEFAULTED" });
    const running = await disbursedLoan(mine.test, { merchantId });
    const repaid = await disbursedLoan(mine.test, { merchantId });
    await setLoan(mine.test, repaid.id, { status: "REPAID" });
    await disbursedLoan(mine.test, { merchantId: (await anyMerchant(mine.test)).merchantId });
    const { status: code, json } = await active(merchantId);
    expect(code).toBe(200);
    expect(json.merchantId).toBe(merchantId);
    expect(json.loans).toMatchObject([
      { loanId: running.id, status: "ACTIVE" },
      { loanId: defaulted.id, status: "DEFAULTED" },
    ]);
    expect((await active(thirdPartyCustomerId)).json).toEqual(json);
  });

  test("are none where there are none, and 404 where there is no such merchant", async () => {
    expect((await active(merchant.merchantId)).json).toEqual({ merchantId: merchant.merchantId, loans: [] });
    for (const ref of ["shop-of-nobody", "mer_00000000000000000000000000", "", "x'--"]) {
      expect(await active(ref)).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
    }
  });
});

describe("many loans at once", () => {
  test("come in the order asked for, each once", async () => {
    const { merchantId } = merchant;
    const [one, two] = [await disbursedLoan(mine.test, { merchantId }), await disbursedLoan(mine.test, { merchantId })];
    const { json } = await many([two.id, one.id, two.id]);
    expect(json).toEqual({ results: [(await status(two.id)).json, (await status(one.id)).json], notFound: [] });
  });

  test("one bad item in a bulk harms no other", async () => {
    const { id } = await disbursedLoan(mine.test, { merchantId: merchant.merchantId });
    const bad = [
      "loan_unknown",
      "",
      "LOAN",
      "loan_\u0000",
      "loan_\ud800",
      "x".repeat(5_000),
      "loan_'; drop table loans",
    ];
    const { status: code, json } = await many([...bad.slice(0, 3), id, ...bad.slice(3)]);
    expect(code).toBe(200);
    expect(json).toMatchObject({ results: [{ loanId: id }] });
    expect(json.notFound).toHaveLength(bad.length);
  });

  test.each([
    ["101 of them", Array.from({ length: 101 }, (_, i) => `loan_${i}`), "loanIds"],
    ["none", [], "loanIds"],
    ["no list", "loan_1", "loanIds"],
    ["a number among them", ["loan_1", 7], "loanIds.1"],
    ["nothing", undefined, "loanIds"],
  ])("are refused: %s", async (_, loanIds, field) => {
    const { status: code, json } = await many(loanIds);
    expect({ status: code, code: json.code }).toEqual({ status: 400, code: "VALIDATION_FAILED" });
    expect(json.errors).toMatchObject([{ field }]);
  });
});

describe("whose loans they are", () => {
  test("a merchant's own token reaches that merchant's alone", async () => {
    const other = await anyMerchant(mine.test);
    const own = await disbursedLoan(mine.test, { merchantId: merchant.merchantId });
    const foreign = await disbursedLoan(mine.test, { merchantId: other.merchantId });
    const bound = await accessTokenOf(mine.test, { merchantId: merchant.merchantId });
    expect((await status(own.id, bound)).status).toBe(200);
    expect((await active(merchant.thirdPartyCustomerId, bound)).json.loans).toHaveLength(1);
    expect((await many([own.id, foreign.id], bound)).json).toMatchObject({
      results: [{ loanId: own.id }],
      notFound: [foreign.id],
    });
    expect(await status(foreign.id, bound)).toMatchObject({ status: 404, json: { detail: "No such loan." } });
    for (const ref of [other.merchantId, other.thirdPartyCustomerId]) {
      expect((await active(ref, bound)).status).toBe(404);
    }
  });

  test("another marketplace's, and the other environment's, are not there", async () => {
    const { id } = await disbursedLoan(mine.test, { merchantId: merchant.merchantId });
    const stranger = await accessTokenOf((await createMarketplace()).test);
    const live = await createMarketplace({ live: true });
    const inLive = await disbursedLoan(live.live, { merchantId: (await anyMerchant(live.live)).merchantId });
    expect((await status(inLive.id, await accessTokenOf(live.live))).status).toBe(200);
    expect((await status(inLive.id, await accessTokenOf(live.test))).status).toBe(404);
    for (const by of [stranger, await accessTokenOf(live.live)]) {
      expect((await status(id, by)).json).toEqual({
        ...(await status("loan_x", by)).json,
        requestId: expect.any(String),
      });
      expect((await many([id], by)).json).toEqual({ results: [], notFound: [id] });
      expect((await active(merchant.merchantId, by)).status).toBe(404);
    }
  });

  test("a token without the scope, a secret key, or nothing", async () => {
    const { id } = await disbursedLoan(mine.test, { merchantId: merchant.merchantId });
    const wrong = await accessTokenOf(mine.test, { scopes: ["data.read.score", "events.write"] });
    expect(await status(id, wrong)).toMatchObject({ status: 403, json: { code: "INSUFFICIENT_SCOPE" } });
    expect(await active(merchant.merchantId, wrong)).toMatchObject({ status: 403 });
    expect(await many([id], wrong)).toMatchObject({ status: 403 });
    expect(await status(id, mine.testKey)).toMatchObject({ status: 401 });
    expect((await call(readStatus, { params: { loanId: id } })).status).toBe(401);
  });
});
