import { expect, test } from "vitest";
import { zero } from "@/lib/kernel/money";
import type { Limits } from "@/lib/terms/scoring/limits";
import { goldenMerchants } from "@/test/factories/golden-merchants";
import { recordMoment } from "@/test/factories/merchant-record";
import { score } from "./score";
import { serializeScore } from "./serialize";

const limits: Limits = { externalDebt: zero, marketplaceMax: null, lenderMax: null };

test("the seasonal toy seller in full", () => {
  const seasonal = goldenMerchants["seasonal toy seller"];
  const subject = seasonal && { record: seasonal, asOf: recordMoment, limits };
  expect(subject && serializeScore(score(subject), recordMoment)).toMatchInlineSnapshot(`
    {
      "assumedMonthlySales": 550000,
      "calculatedAt": "2026-07-15T12:00:00.000Z",
      "carriedOver": [],
      "confidence": 95,
      "eligiblePercentage": 150,
      "improvements": [
        {
          "capIncrease": 275000,
          "field": "fulfillmentMetrics.lateDeliveryRate",
          "from": 3,
          "message": "late delivery rate 3 → 1 raises the cap by 275,000",
          "scoreIncrease": 0.2,
          "to": 1,
        },
        {
          "capIncrease": 275000,
          "field": "payoutCashFlow.walletBalanceUsage",
          "from": 45,
          "message": "wallet balance usage 45 → 30 raises the cap by 275,000",
          "scoreIncrease": 0.56,
          "to": 30,
        },
        {
          "capIncrease": 275000,
          "field": "payoutCashFlow.settlementDelays",
          "from": 1,
          "message": "settlement delay 1 → 0 raises the cap by 275,000",
          "scoreIncrease": 0.62,
          "to": 0,
        },
      ],
      "lendingImplication": "Fairly low risk: up to 150% of assumed monthly sales. The cap is ₦825,000.",
      "loanEligibility": {
        "asOf": "2026-07-15T12:00:00.000Z",
        "confidence": 95,
        "eligible": true,
        "existingDebt": 0,
        "maxEligibleAmount": 825000,
        "maxMonthlyRepayment": 165000,
        "monthsAssessed": 6,
        "reasons": [
          {
            "code": "SALES_SHARE",
            "message": "The amount is the tier's share of assumed monthly sales",
          },
        ],
      },
      "maxLendingCap": 825000,
      "modelVersion": "2026-11-26",
      "reasons": [
        {
          "component": "salesPerformance",
          "field": "salesPerformance.orderCount",
          "message": "Orders 80: +7.5 points",
          "points": 7.5,
        },
        {
          "component": "revenueConsistency",
          "field": "revenueConsistency.zeroSalesMonths",
          "message": "Months without sales 0: +3.75 points",
          "points": 3.75,
        },
        {
          "component": "payoutCashFlow",
          "field": "payoutCashFlow.failedPayouts",
          "message": "Failed payouts 0: +3.75 points",
          "points": 3.75,
        },
        {
          "component": "fulfillmentOps",
          "field": "fulfillmentMetrics.fulfillmentRate",
          "message": "Fulfillment rate 97.5%: +3.6 points",
          "points": 3.6,
        },
        {
          "component": "salesPerformance",
          "field": "salesPerformance.avgMonthlySales",
          "message": "Average monthly sales ₦800,000: +3.56 points",
          "points": 3.56,
        },
        {
          "component": "payoutCashFlow",
          "field": "payoutCashFlow.settlementDelays",
          "message": "Settlement delay 1 day: +3.13 points",
          "points": 3.13,
        },
      ],
      "recommendations": "Late delivery rate 3 → 1 raises the cap by 275,000. Wallet balance usage 45 → 30 raises the cap by 275,000. Settlement delay 1 → 0 raises the cap by 275,000.",
      "riskFlags": [
        "VOLATILE_SALES",
        "REVENUE_CONCENTRATION",
        "INCONSISTENT_SALES",
      ],
      "riskTier": "B",
      "scoreBreakdown": {
        "fulfillmentOps": 14.41,
        "payoutCashFlow": 13.52,
        "revenueConsistency": 12.79,
        "riskBehavior": 7.75,
        "salesPerformance": 21.52,
        "stabilityTenure": 9.85,
      },
      "totalScore": 79.84,
    }
  `);
});
