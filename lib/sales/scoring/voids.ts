import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { type Component, graveSeverities, graveSuspensions } from "@/lib/terms/scoring/constants";

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

/** At most one per component. Without sales a spotless record proves nothing; good conduct outweighs no default. */
export function voidsOf({ salesPerformance, historicalCredit, behavioralRisk }: MerchantRecord): Void[] {
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
