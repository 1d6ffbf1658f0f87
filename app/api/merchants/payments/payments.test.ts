import { beforeAll, describe, expect, test } from "vitest";
import { heldPaymentList } from "@/lib/surfaces/account/loans/schema";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { disbursedLoan } from "@/test/factories/disbursed-loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { payLoan } from "@/test/factories/payment";
import { now } from "@/test/time";
import { GET } from "./route";

useDatabase();

let shop: TestMarketplace;
let owner: Awaited<ReturnType<typeof anyAccount>>;
let loanId: string;
beforeAll(async () => {
  shop = await createMarketplace();
  owner = await anyAccount(shop.test);
  loanId = (await disbursedLoan(shop.test, { merchantId: owner.merchantIds[0] ?? "" })).id;
  for (const amount of [100_000, 250_000]) await payLoan(shop.test, loanId, { amount, now: now() });
});

async function listed(token: string, query = "") {
  const { status, json } = await call(GET, { key: token, path: `/x${query}` });
  expect([status, json]).toEqual([200, heldPaymentList.parse(json)]);
  const { data, hasMore } = heldPaymentList.parse(json);
  return { amounts: data.map(({ amount }) => amount), ids: data.map(({ id }) => id), hasMore };
}

describe("the payments of an account", () => {
  test("come newest first, page by page", async () => {
    const { amounts, ids } = await listed(owner.token);
    expect(amounts).toEqual([2_500, 1_000]);
    expect(await listed(owner.token, "?limit=1")).toMatchObject({ amounts: [2_500], hasMore: true });
    expect((await listed(owner.token, `?startingAfter=${ids[0]}`)).amounts).toEqual([1_000]);
    expect((await listed(owner.token, `?loanId=${loanId}&way=OWN&limit=1&endingBefore=${ids[1]}`)).amounts).toEqual([
      2_500,
    ]);
    expect((await listed(owner.token, "?way=SALES")).amounts).toEqual([]);
    expect((await listed(owner.token, "?to=2020-01-01")).amounts).toEqual([]);
  });

  test("are nobody's for another account, whatever it asks for", async () => {
    const stranger = await anyAccount(shop.test);
    for (const query of ["", `?loanId=${loanId}`, `?merchantId=${owner.merchantIds[0]}`]) {
      expect((await listed(stranger.token, query)).amounts).toEqual([]);
    }
  });

  test.each([
    ["?limit=0", "limit"],
    ["?way=sales", "way"],
    ["?merchantId=", "merchantId"],
    ["?loanId=%00", "loanId"],
    ["?from=2026-02-30", "from"],
    ["?to=yesterday", "to"],
    ["?startingAfter=loan_1", "startingAfter"],
    ["?startingAfter=pmt_%27;--", "startingAfter"],
    ["?endingBefore=rep_00000000000000000000000000", "endingBefore"],
  ])("%s is refused", async (query, field) => {
    const { status, json } = await call(GET, { key: owner.token, path: `/x${query}` });
    expect([status, json]).toMatchObject([400, { code: "VALIDATION_FAILED", errors: [{ field }] }]);
  });

  test("are shown to the account's own token alone", async () => {
    for (const key of ["", shop.testKey]) {
      const { status, json } = await call(GET, key ? { key } : {});
      expect([status, json.code]).toEqual([401, "UNAUTHENTICATED"]);
    }
  });
});
