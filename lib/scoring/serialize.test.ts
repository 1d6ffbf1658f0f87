import { expect, test } from "vitest";
import { zero } from "@/lib/money";
import { goldenMerchants } from "@/test/factories/golden-merchants";
import { recordMoment } from "@/test/factories/merchant-record";
import type { Limits } from "./limits";
import { score } from "./score";
import { serializeScore } from "./serialize";

const limits: Limits = { externalDebt: zero, marketplaceMax: null, lenderMax: null };

test("the seasonal toy seller in full", () => {
  const seasonal = goldenMerchants["seasonal toy seller"];
  const subject = seasonal && { record: seasonal, asOf: recordMoment, limits };
  expect(subject && serializeScore(score(subject), recordMoment)).toMatchInlineSnapshot(`
    {
      "calculatedAt": "2026-07-15T12:00:00.000Z",
      "confidence": 100,
      "eligiblePercentage": 150,
      "improvements": [
        {
          "capIncrease": 330000,
          "field": "revenueConsistency.monthlySalesVariance",
          "from": 124,
          "message": "monthly sales variance 124 → 100 raises the cap by 330,000",
          "scoreIncrease": 0.84,
          "to": 100,
        },
        {
          "capIncrease": 330000,
          "field": "revenueConsistency.revenueConcentration",
          "from": 62.5,
          "message": "revenue concentration 62.5 → 40 raises the cap by 330,000",
          "scoreIncrease": 1.52,
          "to": 40,
        },
      ],
      "lendingImplication": "Moderate risk: up to 150% of average monthly sales. The cap is ₦990,000, limited by repayment capacity.",
      "loanEligibility": {
        "asOf": "2026-07-15T12:00:00.000Z",
        "confidence": 100,
        "eligible": true,
        "existingDebt": 0,
        "maxEligibleAmount": 990000,
        "maxMonthlyRepayment": 110000,
        "monthsAssessed": 6,
        "reasons": [
          {
            "code": "REPAYMENT_CAPACITY",
            "message": "The amount is what a conservative month of sales can repay",
          },
        ],
      },
      "maxLendingCap": 990000,
      "modelVersion": "2026-11-01",
      "reasons": [
        {
          "component": "revenueConsistency",
          "field": "revenueConsistency.zeroSalesMonths",
          "message": "Months without sales 0: +2.5 points",
          "points": 2.5,
        },
        {
          "component": "fulfillmentOps",
          "field": "fulfillmentMetrics.fulfillmentRate",
          "message": "Fulfillment rate 97.5%: +2.35 points",
          "points": 2.35,
        },
        {
          "component": "salesPerformance",
          "field": "salesPerformance.avgMonthlySales",
          "message": "Average monthly sales ₦800,000: +2.02 points",
          "points": 2.02,
        },
        {
          "component": "revenueConsistency",
          "field": "revenueConsistency.monthlySalesVariance",
          "message": "Monthly sales variance 124%: -1.19 points",
          "points": -1.19,
        },
        {
          "component": "revenueConsistency",
          "field": "revenueConsistency.revenueConcentration",
          "message": "Revenue concentration 62.5%: -0.52 points",
          "points": -0.52,
        },
        {
          "component": "salesPerformance",
          "field": "salesPerformance.salesGrowthRate",
          "message": "Sales growth -25%: -0.4 points",
          "points": -0.4,
        },
      ],
      "recommendations": "Monthly sales variance 124 → 100 raises the cap by 330,000. Revenue concentration 62.5 → 40 raises the cap by 330,000.",
      "riskFlags": [
        "VOLATILE_SALES",
        "REVENUE_CONCENTRATION",
      ],
      "riskTier": "B",
      "scoreBreakdown": {
        "fulfillmentOps": 14.41,
        "payoutCashFlow": 13.12,
        "revenueConsistency": 12.79,
        "riskBehavior": 8.5,
        "salesPerformance": 20.51,
        "stabilityTenure": 9.85,
      },
      "totalScore": 79.18,
    }
  `);
});
