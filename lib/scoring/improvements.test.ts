import { expect, test } from "vitest";
import type { MerchantRecord } from "@/lib/merchant-data/schema";
import { kobo } from "@/lib/money";
import { subjects } from "@/test/factories/any-record";
import { merchantRecord, recordMoment } from "@/test/factories/merchant-record";
import { fc } from "@/test/proof";
import type { Subject } from "./assess";
import { fieldPath, fieldValue } from "./fields";
import { withChanges } from "./improvements";
import { limitsFor } from "./limits";
import { score } from "./score";

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

// Six tenths short of tier A.
const almostA = merchantRecord({
  salesPerformance: {
    gmv30Days: 600_000,
    gmv90Days: 1_800_000,
    gmv180Days: 3_600_000,
    avgMonthlySales: 600_000,
    orderCount: 60,
  },
  fulfillmentMetrics: { refundRate: 8, disputeRate: 4, cancellationRate: 10, lateDeliveryRate: 10 },
  revenueConsistency: { monthlySalesVariance: 75 },
  merchantIdentity: { marketplaceOnboardingDate: "2025-07-10T00:00:00Z" },
  payoutCashFlow: { walletBalanceUsage: 80 },
  monthlySalesHistory: undefined,
});

test("names the mildest change that raises the cap, in words", () => {
  const { totalScore, riskTier, confidence, maxLendingCap, improvements, recommendations } = score(subjectOf(almostA));
  expect({ totalScore, riskTier, confidence }).toEqual({ totalScore: 79.26, riskTier: "B", confidence: 90 });
  expect(maxLendingCap).toBe(81_000_000); // 600,000 × 150% × 90%; as an A it is 600,000 × 200% × 90%
  expect(improvements).toMatchInlineSnapshot(`
    [
      {
        "capIncrease": 27000000,
        "field": "revenueConsistency.monthlySalesVariance",
        "from": 75,
        "message": "monthly sales variance 75 → 50 raises the cap by 270,000",
        "scoreIncrease": 1.05,
        "to": 50,
      },
      {
        "capIncrease": 27000000,
        "field": "fulfillmentMetrics.cancellationRate",
        "from": 10,
        "message": "cancellation rate 10 → 1 raises the cap by 270,000",
        "scoreIncrease": 1,
        "to": 1,
      },
      {
        "capIncrease": 27000000,
        "field": "fulfillmentMetrics.refundRate",
        "from": 8,
        "message": "refund rate 8 → 4 raises the cap by 270,000",
        "scoreIncrease": 0.9,
        "to": 4,
      },
    ]
  `);
  expect(recommendations).toMatchInlineSnapshot(
    `"Monthly sales variance 75 → 50 raises the cap by 270,000. Cancellation rate 10 → 1 raises the cap by 270,000. Refund rate 8 → 4 raises the cap by 270,000. Send monthlySalesHistory, so that the cap follows repayment capacity."`,
  );
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
  const record = merchantRecord({
    ...almostA,
    fulfillmentMetrics: { ...almostA.fulfillmentMetrics, refundRate: 4, cancellationRate: 5 },
    merchantIdentity: { ...almostA.merchantIdentity, verificationStatus: false },
  });
  const change = score(subjectOf(record)).improvements.find(
    ({ field }) => field === "merchantIdentity.verificationStatus",
  );
  expect(change).toMatchObject({ from: false, to: true });
  expect(change?.message).toMatch(/^verified merchant no → yes raises the cap by [\d,]+$/);
});

test("nothing is suggested to a merchant whom fraud or a critical violation keeps out", () => {
  const record = merchantRecord({ behavioralRisk: { hasFraudFlags: true }, fulfillmentMetrics: { refundRate: 30 } });
  const { improvements, recommendations } = score(subjectOf(record));
  expect(improvements).toEqual([]);
  expect(recommendations).toBe("Resolve the fraud flags with the marketplace first.");
});
