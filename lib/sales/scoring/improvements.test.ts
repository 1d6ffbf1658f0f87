import { expect, test } from "vitest";
import { kobo } from "@/lib/kernel/money";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { limitsFor } from "@/lib/terms/scoring/limits";
import { subjects } from "@/test/factories/any-record";
import { merchantRecord, recordMoment } from "@/test/factories/merchant-record";
import { fc } from "@/test/proof";
import { fieldPath, fieldValue } from "./fields";
import { withChanges } from "./improvements";
import { score } from "./score";
import type { Subject } from "./subject";

const subjectOf = (record: MerchantRecord): Subject => ({
  record,
  asOf: recordMoment,
  limits: limitsFor(record, { marketplaceMax: null, lenderMax: null }),
});

test("every improvement does exactly what it says, and begins where the record is", () => {
  fc.assert(
    fc.property(subjects, ({ record }) => {
      const subject = subjectOf(record);
      const base = score(subject);
      for (const improvement of base.improvements) {
        expect(fieldValue(record, fieldPath(improvement.field))).toBe(improvement.from);
        const after = score(withChanges(subject, [improvement]));
        expect(after.maxLendingCap - base.maxLendingCap).toBe(improvement.capIncrease);
        expect(Math.round((after.totalScore - base.totalScore) * 100)).toBe(
          Math.round(improvement.scoreIncrease * 100),
        );
        expect(improvement.capIncrease > 0 || improvement.scoreIncrease > 0).toBe(true);
        expect(withChanges(subject, [improvement]).limits).toEqual(
          subjectOf(withChanges(subject, [improvement]).record).limits,
        );
      }
    }),
  );
});

test("improvements come largest first, and only rises of the cap when there is one", () => {
  fc.assert(
    fc.property(subjects, (subject) => {
      const increases = score(subject).improvements.map(({ capIncrease }) => capIncrease);
      expect(increases).toEqual(increases.toSorted((a, b) => b - a));
      expect(increases.every((increase) => increase > 0) || increases.every((increase) => increase === 0)).toBe(true);
    }),
  );
});

// Three tenths short of tier A.
const almostA = merchantRecord({
  salesPerformance: {
    gmv30Days: 600_000,
    gmv90Days: 1_800_000,
    gmv180Days: 3_600_000,
    avgMonthlySales: 600_000,
    orderCount: 20,
    salesGrowthRate: -10,
  },
  fulfillmentMetrics: { refundRate: 8, disputeRate: 5, cancellationRate: 10, lateDeliveryRate: 15 },
  revenueConsistency: { monthlySalesVariance: 100 },
  merchantIdentity: { marketplaceOnboardingDate: "2025-07-10T00:00:00Z" },
  payoutCashFlow: { walletBalanceUsage: 80 },
  monthlySalesHistory: undefined,
});

test("names the mildest change that raises the cap, in words", () => {
  const { totalScore, riskTier, confidence, maxLendingCap, improvements, recommendations } = score(subjectOf(almostA));
  expect({ totalScore, riskTier, confidence }).toEqual({ totalScore: 79.72, riskTier: "B", confidence: 87 });
  expect(maxLendingCap).toBe(31_300_000); // 240,000 × 150% × 87%; as an A it is 240,000 × 200% × 87%
  expect(improvements).toMatchInlineSnapshot(`
    [
      {
        "capIncrease": 10400000,
        "field": "fulfillmentMetrics.cancellationRate",
        "from": 10,
        "message": "cancellation rate 10 → 5 raises the cap by 104,000",
        "scoreIncrease": 0.5,
        "to": 5,
      },
      {
        "capIncrease": 10400000,
        "field": "fulfillmentMetrics.refundRate",
        "from": 8,
        "message": "refund rate 8 → 4 raises the cap by 104,000",
        "scoreIncrease": 0.9,
        "to": 4,
      },
      {
        "capIncrease": 10400000,
        "field": "fulfillmentMetrics.disputeRate",
        "from": 5,
        "message": "dispute rate 5 → 2 raises the cap by 104,000",
        "scoreIncrease": 0.9,
        "to": 2,
      },
    ]
  `);
  expect(recommendations).toMatchInlineSnapshot(
    `"Cancellation rate 10 → 5 raises the cap by 104,000. Refund rate 8 → 4 raises the cap by 104,000. Dispute rate 5 → 2 raises the cap by 104,000. Send monthlySalesHistory: without it only 40% of the reported sales count."`,
  );
});

test("what takes months to change is not suggested", () => {
  const { improvements } = score(
    subjectOf(merchantRecord({ revenueConsistency: { monthlySalesVariance: 225, revenueConcentration: 100 } })),
  );
  expect(improvements.filter(({ field }) => field.startsWith("revenueConsistency"))).toEqual([]);
});

test("debt elsewhere is an improvement when it is the record's own", () => {
  const record = merchantRecord({ historicalCredit: { totalOutstanding: 500_000 } });
  const { improvements } = score(subjectOf(record));
  expect(improvements[0]).toEqual({
    field: "historicalCredit.totalOutstanding",
    from: 500_000,
    to: 0,
    capIncrease: 50_000_000,
    scoreIncrease: 0,
    message: "credit outstanding elsewhere 500,000 → 0 raises the cap by 500,000",
  });
  const known = { ...subjectOf(record), limits: { externalDebt: kobo(1), marketplaceMax: null, lenderMax: null } };
  expect(score(known).improvements.map(({ field }) => field)).not.toContain("historicalCredit.totalOutstanding");
});

test("flags improve from no to yes", () => {
  const { improvements } = score(subjectOf(merchantRecord({ merchantIdentity: { verificationStatus: false } })));
  expect(improvements[0]).toMatchObject({ from: false, to: true, scoreIncrease: 2 });
  expect(improvements[0]?.message).toBe("verified merchant no → yes raises the score by 2 points");
});

test("nothing is suggested to a merchant whom fraud or a critical violation keeps out", () => {
  const record = merchantRecord({ behavioralRisk: { hasFraudFlags: true }, fulfillmentMetrics: { refundRate: 30 } });
  const { improvements, recommendations } = score(subjectOf(record));
  expect(improvements).toEqual([]);
  expect(recommendations).toBe("Resolve the fraud flags with the marketplace first.");
});
