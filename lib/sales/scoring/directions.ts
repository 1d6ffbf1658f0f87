import { payoutFrequencies, violationSeverities } from "@/lib/terms/merchant-data/constants";

/**
 * On score and cap, all others fixed: 1, more never lowers either; -1, more never raises either; 0, no order, or not
 * scored. `order`: non-numeric values from less to more. A later timestamp is more.
 */
export type Direction = { direction: 1 | -1 | 0; because: string; order?: readonly (string | null)[] };

export const directions: Readonly<Record<string, Direction>> = {
  "merchantIdentity.merchantId": { direction: 0, because: "A name." },
  "merchantIdentity.businessName": { direction: 0, because: "A name." },
  "merchantIdentity.businessType": { direction: 0, because: "Legal forms have no order; each has its own points." },
  "merchantIdentity.marketplaceOnboardingDate": { direction: -1, because: "A later start is a shorter record." },
  "merchantIdentity.verificationStatus": { direction: 1, because: "A verified merchant is who it says it is." },
  "merchantIdentity.location": { direction: 0, because: "Where a merchant lives must not decide." },
  "merchantIdentity.country": { direction: 0, because: "Where a merchant lives must not decide." },
  "merchantIdentity.category": { direction: 0, because: "Free text of the marketplace." },
  "salesPerformance.gmv30Days": { direction: 1, because: "Sales repay the loan." },
  "salesPerformance.gmv90Days": { direction: 1, because: "Sales repay the loan." },
  "salesPerformance.gmv180Days": { direction: 1, because: "Sales repay the loan." },
  "salesPerformance.avgMonthlySales": {
    direction: 1,
    because: "Sales repay the loan, and what is lent is a share of the lowest reading of them.",
  },
  "salesPerformance.orderCount": {
    direction: 0,
    because: "More orders earn points, but they also make a bad rate count towards a ceiling.",
  },
  "salesPerformance.avgOrderValue": { direction: 0, because: "Not scored: cheap and dear goods both sell well." },
  "salesPerformance.salesGrowthRate": { direction: 1, because: "Growth; spikes are a field of their own." },
  "revenueConsistency.monthlySalesVariance": { direction: -1, because: "Uneven months make uneven repayments." },
  "revenueConsistency.zeroSalesMonths": { direction: -1, because: "No sales, no deductions." },
  "revenueConsistency.longestSalesStreak": { direction: 1, because: "A longer run without a gap." },
  "revenueConsistency.revenueConcentration": { direction: -1, because: "Depends on few good months." },
  "fulfillmentMetrics.fulfillmentRate": { direction: 1, because: "Orders delivered are orders paid." },
  "fulfillmentMetrics.cancellationRate": { direction: -1, because: "Cancelled orders bring nothing." },
  "fulfillmentMetrics.refundRate": { direction: -1, because: "Refunds take sales back." },
  "fulfillmentMetrics.refundAmount": {
    direction: 0,
    because: "Not scored: its period is not given, the rate says it.",
  },
  "fulfillmentMetrics.disputeRate": { direction: -1, because: "Disputes take sales back and end accounts." },
  "fulfillmentMetrics.lateDeliveryRate": { direction: -1, because: "Late deliveries become refunds." },
  "payoutCashFlow.payoutFrequency": {
    direction: -1,
    because: "The longer the wait between payouts, the rarer the deductions.",
    order: payoutFrequencies,
  },
  "payoutCashFlow.avgPayoutValue": { direction: 0, because: "Not scored: it tells of size, as the sales do." },
  "payoutCashFlow.failedPayouts": { direction: -1, because: "A payout that fails carries no deduction." },
  "payoutCashFlow.walletBalanceUsage": { direction: -1, because: "A balance drawn to the end leaves no reserve." },
  "payoutCashFlow.settlementDelays": { direction: -1, because: "Late settlements make late deductions." },
  "platformDependency.topProductGmvPercentage": { direction: -1, because: "One product can vanish." },
  "platformDependency.topCustomerPercentage": { direction: -1, because: "One customer can leave." },
  "behavioralRisk.accountSuspensions": {
    direction: -1,
    because: "A suspended account sells nothing; two mean tier D at best.",
  },
  "behavioralRisk.policyViolationsSeverity": {
    direction: -1,
    because: "Violations end in suspension; CRITICAL forces tier E.",
    order: [null, ...violationSeverities],
  },
  "behavioralRisk.hasFraudFlags": { direction: -1, because: "Forces tier E." },
  "behavioralRisk.hasSuddenGmvSpikes": { direction: -1, because: "Spikes can be bought." },
  "behavioralRisk.hasLinkedAccounts": {
    direction: -1,
    because: "One owner may borrow under several names: tier B at best.",
  },
  "historicalCredit.totalLoans": { direction: 0, because: "Not scored: how they went counts, not how many." },
  "historicalCredit.activeLoans": { direction: 0, because: "Not scored: what is outstanding counts." },
  "historicalCredit.repaidLoans": { direction: 1, because: "Repaid before." },
  "historicalCredit.defaultedLoans": { direction: -1, because: "Defaulted before: tier D at best." },
  "historicalCredit.latePayments": { direction: -1, because: "Paid late before." },
  "historicalCredit.maxDaysPastDue": { direction: -1, because: "Paid late before." },
  "historicalCredit.totalBorrowed": { direction: 0, because: "Not scored: how it was repaid counts." },
  "historicalCredit.totalOutstanding": { direction: -1, because: "Subtracted from the cap (through the limits)." },
  "historicalCredit.totalOverdue": { direction: -1, because: "Behind with another lender: tier D at best." },
  "historicalCredit.lastLoanDate": { direction: 0, because: "Not scored: good and bad loans both age." },
  "monthlySalesHistory.[].month": { direction: 0, because: "A later end is fresher, but months move together." },
  "monthlySalesHistory.[].salesAmount": {
    direction: 1,
    because: "Moves the assumed sales and so the cap, not the score.",
  },
  "monthlySalesHistory.[].orderCount": { direction: 0, because: "Not scored: the totals are." },
  "monthlySalesHistory.[].refundAmount": { direction: -1, because: "Taken off the month's sales." },
};
