import { beforeAll, expect, test } from "vitest";
import { GET as list } from "@/app/api/v1/marketplace-api/merchants/[ref]/funding-requests/route";
import { GET as readStatus } from "@/app/api/v1/marketplace-api/merchants/[ref]/route";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { ownedBy } from "@/db/tenancy";
import { newId } from "@/lib/kernel/ids";
import { kobo } from "@/lib/kernel/money";
import { shownRequests } from "@/lib/surfaces/merchant-status/schema";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { anyLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { instant } from "@/test/time";

const asked = instant(0);

useDatabase();

let shop: TestMarketplace;
let ref: string;
let loanId: string;
/** The ids of all, newest first. */
let all: string[];

beforeAll(async () => {
  shop = await createMarketplace();
  const merchant = await anyMerchant(shop.test);
  ref = merchant.merchantId;
  const ids = Array.from({ length: shownRequests }, () => newId("fundingRequest"));
  const request = {
    ...ownedBy(shop.test),
    merchantId: ref,
    amountRequested: kobo(123_456),
    tenorDays: 90,
    purpose: "Other",
    financingTimeframeDays: 14,
    status: "REJECTED",
    failureReason: "ABOVE_LENDING_CAP",
    createdAt: asked,
    decidedAt: asked,
  } as const;
  await db()
    .insert(fundingRequests)
    .values(ids.map((id) => ({ ...request, id })));
  all = ids.toSorted().toReversed();
  const other = await anyMerchant(shop.test);
  await db()
    .insert(fundingRequests)
    .values({ ...request, id: newId("fundingRequest"), merchantId: other.merchantId });
});

async function pageOf(query: string) {
  const { status, json } = await call(list, { method: "GET", key: shop.testKey, params: { ref }, path: `/?${query}` });
  const rows = json.data as { id: string }[] | undefined;
  return { status, json, ids: rows?.map(({ id }) => id), hasMore: json.hasMore };
}
const statusOf = async () =>
  (await call(readStatus, { method: "GET", key: shop.testKey, params: { ref } })).json as {
    fundingRequests: { id: string }[];
    hasMoreFundingRequests: boolean;
  };

test("the status shows the newest requests, and says that there are more", async () => {
  const before = await statusOf();
  expect(before.fundingRequests.map(({ id }) => id)).toEqual(all);
  expect(before.hasMoreFundingRequests).toBe(false);
  loanId = (await anyLoan(shop.test, ref)).loanId;
  const after = await statusOf();
  expect(after.fundingRequests.slice(1).map(({ id }) => id)).toEqual(all.slice(0, -1));
  expect(after.fundingRequests[0]).toMatchObject({ status: "FULFILLED", loanId });
  expect(after.hasMoreFundingRequests).toBe(true);
});

test("the list has them all, page by page, in either direction, and nobody else's", async () => {
  const first = await pageOf("");
  expect([first.status, first.ids?.length, first.hasMore]).toEqual([200, 20, true]);
  expect(first.ids?.slice(1)).toEqual(all.slice(0, 19));
  expect(first.json.data).toMatchObject([
    { loanId, failureReason: null },
    {
      status: "REJECTED",
      amountRequested: 1_234.56,
      tenorDays: 90,
      purpose: "Other",
      financingTimeframeDays: 14,
      failureReason: "ABOVE_LENDING_CAP",
      loanId: null,
      createdAt: asked.toISOString(),
      decidedAt: asked.toISOString(),
    },
    ...Array(18).fill({ loanId: null }),
  ]);
  const rest = await pageOf(`limit=100&startingAfter=${first.ids?.at(-1)}`);
  expect([rest.ids, rest.hasMore]).toEqual([all.slice(19), false]);
  const back = await pageOf(`limit=2&endingBefore=${all[19]}`);
  expect([back.ids, back.hasMore]).toEqual([all.slice(17, 19), true]);
});

test("what is no cursor is refused, and two are", async () => {
  for (const query of [
    "limit=0",
    "limit=101",
    "startingAfter=loan_1",
    `startingAfter=${all[1]}&endingBefore=${all[3]}`,
  ]) {
    expect((await pageOf(query)).json).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
  }
});
