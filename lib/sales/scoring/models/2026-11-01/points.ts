import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { type Component, components, type RiskTier, riskTiers } from "@/lib/terms/scoring/constants";
import { graveSeverities, graveSuspensions, tierTerms } from "./constants";
import { factors } from "./factors";

/** Hundredths of a point: per factor (in the order of `factors`), per component, and their sum. */
export type Points = { perFactor: number[]; perComponent: Record<Component, number>; total: number; voids: Void[] };

const noPoints = Object.fromEntries(components.map((name) => [name, 0])) as Record<Component, number>;

/** Scores every factor; a missing one is neutral, a voided one 0. Total 0 to 10,000. */
export function pointsOf(record: MerchantRecord, asOf: Date): Points {
  const voids = voidsOf(record);
  const perComponent = { ...noPoints };
  let total = 0;
  const perFactor = factors.map(({ component, earned, neutral }) => {
    const points = voidOf(component, voids) ? 0 : (earned(record, asOf) ?? neutral);
    perComponent[component] += points;
    total += points;
    return points;
  });
  return { perFactor, perComponent, total, voids };
}

/** The field that forces tier E whatever the score; null when none does. */
export function forcedToE({ behavioralRisk }: MerchantRecord): string | null {
  if (behavioralRisk?.hasFraudFlags === true) return "behavioralRisk.hasFraudFlags";
  if (behavioralRisk?.policyViolationsSeverity === "CRITICAL") return "behavioralRisk.policyViolationsSeverity";
  return null;
}

/** The tier of a total in hundredths of a point. */
export function tierOf(total: number): RiskTier {
  return riskTiers.find((tier) => total >= tierTerms[tier].from * 100) ?? "E";
}

/** A fact so grave that whole components earn nothing, whatever their other fields. */
export type Void = { components: readonly Component[]; field: string; message: string };

const idle: Void = {
  components: ["revenueConsistency", "fulfillmentOps", "payoutCashFlow"],
  field: "salesPerformance.gmv180Days",
  message: "Nothing was sold in 180 days, so consistency, fulfillment and payouts earn nothing",
};
const defaulted: Void = {
  components: ["riskBehavior", "stabilityTenure"],
  field: "historicalCredit.defaultedLoans",
  message: "A loan elsewhere was defaulted on, so risk and stability earn nothing",
};
const violating: Void = {
  components: ["riskBehavior"],
  field: "behavioralRisk.policyViolationsSeverity",
  message: "There is a serious policy violation, so risk earns nothing",
};
const suspended: Void = {
  components: ["riskBehavior"],
  field: "behavioralRisk.accountSuspensions",
  message: "The account was suspended repeatedly, so risk earns nothing",
};

/**
 * The facts that void components of this record, at most one per component. Without sales a spotless record proves
 * nothing, and good conduct elsewhere does not outweigh a default.
 */
function voidsOf({ salesPerformance, historicalCredit, behavioralRisk }: MerchantRecord): Void[] {
  const voids: Void[] = [];
  const { gmv30Days, gmv90Days, gmv180Days } = salesPerformance;
  if (gmv30Days === 0 && gmv90Days === 0 && gmv180Days === 0) voids.push(idle);
  if ((historicalCredit?.defaultedLoans ?? 0) > 0) voids.push(defaulted);
  else if (graveSeverities.includes(behavioralRisk?.policyViolationsSeverity ?? "")) voids.push(violating);
  else if ((behavioralRisk?.accountSuspensions ?? 0) >= graveSuspensions) voids.push(suspended);
  return voids;
}

/** Called about seventy times per score, hence without a closure. */
export function voidOf(component: Component, voids: readonly Void[]): Void | undefined {
  for (const one of voids) if (one.components.includes(component)) return one;
  return undefined;
}
