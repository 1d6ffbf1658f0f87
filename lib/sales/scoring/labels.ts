import { fromKobo, type Kobo } from "@/lib/kernel/money";
import type { RiskTier } from "@/lib/terms/scoring/constants";

type Unit = "naira" | "percent" | "months" | "days" | "number" | "flag" | "text";

const labels: Record<string, readonly [label: string, unit: Unit]> = {
  "salesPerformance.avgMonthlySales": ["average monthly sales", "naira"],
  "salesPerformance.gmv30Days": ["sales in 30 days", "naira"],
  "salesPerformance.gmv90Days": ["sales in 90 days", "naira"],
  "salesPerformance.gmv180Days": ["sales in 180 days", "naira"],
  "salesPerformance.orderCount": ["orders", "number"],
  "salesPerformance.salesGrowthRate": ["sales growth", "percent"],
  "revenueConsistency.monthlySalesVariance": ["monthly sales variance", "percent"],
  "revenueConsistency.zeroSalesMonths": ["months without sales", "number"],
  "revenueConsistency.longestSalesStreak": ["longest run of months with sales", "number"],
  "revenueConsistency.revenueConcentration": ["revenue concentration", "percent"],
  "fulfillmentMetrics.fulfillmentRate": ["fulfillment rate", "percent"],
  "fulfillmentMetrics.cancellationRate": ["cancellation rate", "percent"],
  "fulfillmentMetrics.refundRate": ["refund rate", "percent"],
  "fulfillmentMetrics.disputeRate": ["dispute rate", "percent"],
  "fulfillmentMetrics.lateDeliveryRate": ["late delivery rate", "percent"],
  "payoutCashFlow.payoutFrequency": ["payout frequency", "text"],
  "payoutCashFlow.avgPayoutValue": ["average payout", "naira"],
  "payoutCashFlow.failedPayouts": ["failed payouts", "number"],
  "payoutCashFlow.walletBalanceUsage": ["wallet balance usage", "percent"],
  "payoutCashFlow.settlementDelays": ["settlement delay", "days"],
  "merchantIdentity.marketplaceOnboardingDate": ["time on the marketplace", "months"],
  "merchantIdentity.verificationStatus": ["verified merchant", "flag"],
  "merchantIdentity.businessType": ["business type", "text"],
  "platformDependency.topProductGmvPercentage": ["share of the top product", "percent"],
  "platformDependency.topCustomerPercentage": ["share of the top customer", "percent"],
  "behavioralRisk.accountSuspensions": ["account suspensions", "number"],
  "behavioralRisk.policyViolationsSeverity": ["policy violations", "text"],
  "behavioralRisk.hasFraudFlags": ["fraud flags", "flag"],
  "behavioralRisk.hasSuddenGmvSpikes": ["sudden sales spikes", "flag"],
  "behavioralRisk.hasLinkedAccounts": ["linked accounts", "flag"],
  historicalCredit: ["conduct on earlier credit", "text"],
  "historicalCredit.defaultedLoans": ["loans defaulted on elsewhere", "number"],
  "historicalCredit.totalOutstanding": ["credit outstanding elsewhere", "naira"],
  "historicalCredit.totalOverdue": ["credit overdue elsewhere", "naira"],
};

export function labelOf(field: string): string {
  return labels[field]?.[0] ?? field;
}

/** A value as shown in improvements: no unit, thousands separated, flags as yes and no. */
export function plainValue(value: number | boolean): string {
  return typeof value === "boolean" ? (value ? "yes" : "no") : grouped(value);
}

export function valueWithUnit(field: string, value: number): string {
  switch (labels[field]?.[1]) {
    case "naira":
      return `₦${grouped(value)}`;
    case "percent":
      return `${grouped(value)}%`;
    case "months":
      return counted(Math.floor(value), "month");
    case "days":
      return counted(value, "day");
    case "flag":
      return value === 1 ? "yes" : "no";
    case "number":
      return grouped(value);
    default:
      return "";
  }
}

export function counted(value: number, noun: string): string {
  return `${grouped(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** Thousands separated by commas, decimals unchanged. Not `Intl`, which takes longer than the whole score. */
function grouped(value: number): string {
  if (Math.abs(value) < 1_000) return String(value);
  const [whole = "", decimals] = String(value).split(".");
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return decimals === undefined ? digits : `${digits}.${decimals}`;
}

export function groupedNaira(amount: Kobo): string {
  return grouped(fromKobo(amount));
}

export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const riskInWords: Record<RiskTier, string> = {
  A: "Low risk",
  B: "Fairly low risk",
  C: "Medium risk",
  D: "Elevated risk",
  E: "High risk",
};
