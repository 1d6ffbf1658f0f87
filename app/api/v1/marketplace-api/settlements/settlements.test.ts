import { beforeEach, describe, expect, it } from "vitest";
import { POST as runDueWork } from "@/app/api/v1/marketplace-api/test-helpers/run/route";
import { day, hour, later } from "@/lib/kernel/calendar";
import { type SettlementList, settlementList } from "@/lib/lending/reconciliation/settlements/list-schema";
import { matchSettlement } from "@/lib/lending/reconciliation/settlements/match-settlement";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import {
  createdEvent,
  type ToldSettlement,
  tellDeduction,
  tellSettlement,
  transferredEvent,
} from "@/test/factories/settlement";
import { instant, now } from "@/test/time";
import { GET as list } from "./route";

useDatabase();

const start = instant("2026-11-02T00:00:00Z");
const end = later(start, 7 * day);
const after = later(end, hour);

let marketplace: TestMarketplace;
let shop: { test: TestMarketplace["test"]; merchantId: string; thirdPartyCustomerId: string };
beforeEach(async () => {
  marketplace = await createMarketplace({ live: true });
  shop = { test: marketplace.test, ...(await anyMerchant(marketplace.test)) };
});

async function page(query: Record<string, string | number> = {}, key = marketplace.testKey) {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await call(list, { key, path: `/settlements?${search}` });
  const { data = [] } = answer.json as Partial<SettlementList>;
  return { ...answer, data, ids: data.map(({ id }) => id) };
}

const settlement = (reference: string, totalDeductions = 0): ToldSettlement => ({
  reference,
  totalDeductions,
  periodStart: start,
  periodEnd: end,
});

const tell = async (of: ToldSettlement, to = shop) => (await tellSettlement(to, createdEvent(to, of, after), after)).id;

describe("GET /settlements", () => {
  it("shows what was reported and what was found", async () => {
    const { loanId } = await activeLoan(shop.test, shop.merchantId, { now: later(start, -day) });
    const deduction = { loanId, reference: "D-1", amount: 1_000, at: later(start, day) };
    const reported = await tellDeduction(shop, deduction, later(start, 2 * day));
    const of = { ...settlement("S-1", 1_500), names: ["D-1", "D-2"] };
    const id = await tell(of);
    await tellSettlement(shop, transferredEvent(shop, of, after), after);
    await matchSettlement(id, later(after, day));
    const { data, json } = await page();
    expect(data).toEqual([
      {
        id,
        reference: "S-1",
        merchantId: shop.merchantId,
        thirdPartyCustomerId: shop.thirdPartyCustomerId,
        netAmount: 98_500,
        grossAmount: 100_000,
        totalDeductions: 1_500,
        periodStart: start.toISOString(),
        periodEnd: end.toISOString(),
        transferredAt: end.toISOString(),
        transferReference: "t-S-1",
        deductionReferenceCount: 2,
        matchStatus: "BROKEN",
        matchedAmount: 1_000,
        matchedAt: null,
        matches: [
          {
            repaymentEventId: reported.id,
            loanId,
            reference: "D-1",
            amount: 1_000,
            deductedAt: later(start, day).toISOString(),
            reportedAt: later(start, 2 * day).toISOString(),
          },
        ],
        matchCount: 1,
        openBreaks: [expect.stringMatching(/^brk_/)],
        reported: {
          grossAmount: 100_000,
          totalDeductions: 1_500,
          netAmount: 98_500,
          deductionReferences: ["D-1", "D-2"],
          deductionReferenceCount: 2,
        },
        corrections: [],
        receivedAt: after.toISOString(),
      },
    ]);
    expect(settlementList.safeParse(json).success).toBe(true);
  });

  it("shows one of which only the transfer was reported", async () => {
    await tellSettlement(shop, transferredEvent(shop, settlement("S-1"), after), after);
    const { data, json } = await page();
    expect(data).toMatchObject([
      { grossAmount: null, periodStart: null, matchedAmount: null, matches: [], openBreaks: [] },
    ]);
    expect(settlementList.safeParse(json).success).toBe(true);
  });

  it("is matched by the engine", async () => {
    const { loanId } = await activeLoan(shop.test, shop.merchantId, { now: later(now(), -9 * day) });
    const at = now();
    await tellDeduction(shop, { loanId, reference: "D-1", amount: 1_000, at: later(at, -day) }, at);
    const period = { periodStart: later(at, -7 * day), periodEnd: later(at, -hour) };
    const of = { ...settlement("S-1", 1_000), ...period };
    await tellSettlement(shop, createdEvent(shop, of, at), at);
    const ran = await call(runDueWork, { key: marketplace.testKey, method: "POST", path: "/test-helpers/run" });
    expect(ran.status).toBe(200);
    expect((await page()).data).toMatchObject([{ matchStatus: "MATCHED", matchedAmount: 1_000 }]);
  });

  it("goes through pages, newest first, and filters", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) ids.unshift(await tell(settlement(`S-${i}`)));
    const other = { test: shop.test, ...(await anyMerchant(shop.test)) };
    const theirs = await tell(settlement("S-9"), other);
    await matchSettlement(ids[1] ?? "", after);
    expect((await page()).ids).toEqual([theirs, ...ids]);
    const first = await page({ limit: 2, merchantId: shop.merchantId });
    expect([first.ids, first.json.hasMore]).toEqual([ids.slice(0, 2), true]);
    expect((await page({ startingAfter: ids[1] ?? "" })).ids).toEqual(ids.slice(2));
    expect((await page({ endingBefore: ids[2] ?? "", limit: 1 })).ids).toEqual([ids[1]]);
    expect((await page({ merchantId: other.thirdPartyCustomerId })).ids).toEqual([theirs]);
    expect((await page({ matchStatus: "MATCHED" })).ids).toEqual([ids[1]]);
    expect((await page({ matchStatus: "BROKEN" })).ids).toEqual([]);
  });

  it.each([
    ["limit", "0"],
    ["matchStatus", "LOST"],
    ["merchantId", ""],
    ["merchantId", "a\u0000b"],
    ["startingAfter", "brk_1"],
    ["endingBefore", `set_${"x".repeat(256)}`],
  ])("refuses %s = %.20j", async (name, value) => {
    expect(await page({ [name]: value })).toMatchObject({ status: 400, json: { errors: [{ field: name }] } });
  });

  it("refuses both cursors", async () => {
    const both = { startingAfter: "set_1", endingBefore: "set_2" };
    expect(await page(both)).toMatchObject({ status: 400, json: { errors: [{ field: "endingBefore" }] } });
  });

  it("shows nothing of another marketplace or environment", async () => {
    await tell(settlement("S-1"));
    const other = await createMarketplace();
    for (const key of [marketplace.liveKey, other.testKey]) {
      expect((await page({}, key)).ids).toEqual([]);
      expect((await page({ merchantId: shop.merchantId }, key)).ids).toEqual([]);
    }
  });
});
