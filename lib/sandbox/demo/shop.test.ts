import { describe, expect, it } from "vitest";
import { zero } from "@/lib/kernel/money";
import { score } from "@/lib/sales/scoring/score";
import { businessInfoOf, directorOf } from "@/lib/terms/fixtures/shop.mjs";
import { businessInfoBody, directorsBody } from "@/lib/terms/kyc/schema";
import { historyMonths } from "@/lib/terms/merchant-data/constants";
import { futureMonths, salesDataRecord } from "@/lib/terms/merchant-data/schema";
import { demoShop, newMerchantRef, recordOfShop } from "./shop";

const asOf = new Date("2027-02-28T23:30:00Z");
const refs = Array.from({ length: 200 }, (_, i) => newMerchantRef(`Abcdef${i}`));
const limits = { externalDebt: zero, marketplaceMax: null, lenderMax: null };

describe("a new merchant's shop", () => {
  it("is the same each time, and its last month is the one before", () => {
    const [ref = ""] = refs;
    expect(demoShop(ref, asOf)).toEqual(demoShop(ref, asOf));
    const months = demoShop(ref, asOf).sales.map(({ month }) => month);
    expect(months).toEqual(["2026-08", "2026-09", "2026-10", "2026-11", "2026-12", "2027-01"]);
  });

  it("differs from merchant to merchant", () => {
    expect(new Set(refs.map((ref) => demoShop(ref, asOf).bvn)).size).toBe(refs.length);
    expect(new Set(refs.map((ref) => demoShop(ref, asOf).businessName)).size).toBeGreaterThan(20);
  });

  it("sends what the service takes, and can borrow", () => {
    for (const ref of refs) {
      const shop = demoShop(ref, asOf);
      const record = salesDataRecord.parse(recordOfShop(shop));
      expect(record.monthlySalesHistory).toHaveLength(historyMonths);
      expect(futureMonths(record, asOf)).toEqual([]);
      const { riskTier, maxLendingCap } = score({ record, asOf, limits });
      expect(["A", "B"]).toContain(riskTier);
      expect(maxLendingCap).toBeGreaterThan(1_000_000);
      businessInfoBody.parse(businessInfoOf(shop));
      directorsBody.parse({ directors: [directorOf(shop)] });
      expect(shop.bvn).not.toMatch(/0000$/);
    }
  });
});

describe("other merchants' shops", () => {
  it("shows of a test merchant what was sent of it", () => {
    expect(demoShop("test-tier-b", asOf)).toMatchObject({ businessName: "Bright Kitchenware" });
    expect(demoShop("test-tier-b", asOf).sales.map(({ salesAmount }) => salesAmount)).toEqual(Array(6).fill(350_000));
    expect(demoShop("test-loan-active", asOf).sales).toHaveLength(historyMonths);
    expect(demoShop("test-no-score", asOf).sales).toEqual([]);
  });

  it("does not find a merchant that somebody else made", () => {
    expect(demoShop("shop-1", asOf)).toMatchObject({ businessName: "shop-1", sales: [] });
  });
});
