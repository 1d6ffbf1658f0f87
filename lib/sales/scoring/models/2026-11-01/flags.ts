import { toKobo } from "@/lib/kernel/money";
import { fieldPath, measure } from "@/lib/sales/scoring/fields";
import type { Subject } from "@/lib/sales/scoring/subject";
import type { Assessment } from "./assess";
import { flagRules, highDebtMonths, lowConfidence } from "./constants";

type Rule = { flag: string; field: string; from?: number; below?: number };

const rules = flagRules.map((rule: Rule) => ({
  flag: rule.flag,
  path: fieldPath(rule.field),
  from: rule.from ?? Number.POSITIVE_INFINITY,
  below: rule.below ?? Number.NEGATIVE_INFINITY,
}));

/** Risks for the lender's attention, as UPPER_SNAKE codes, gravest first; empty when there are none. */
export function riskFlags({ record, asOf, limits }: Subject, { confidence, history }: Assessment): string[] {
  const flags: string[] = [];
  const severity = record.behavioralRisk?.policyViolationsSeverity;
  if (severity) flags.push(`${severity}_POLICY_VIOLATION`);
  for (const { flag, path, from, below } of rules) {
    const value = measure(record, path, asOf);
    if (value !== undefined && (value >= from || value < below)) flags.push(flag);
  }
  const { avgMonthlySales, gmv30Days, gmv90Days, gmv180Days } = record.salesPerformance;
  if (limits.externalDebt > 0 && limits.externalDebt >= toKobo(avgMonthlySales) * highDebtMonths) {
    flags.push("HIGH_EXTERNAL_DEBT");
  }
  // Only reported: if it cost points, selling more in 30 days could lower a score.
  if (gmv30Days > gmv90Days || gmv90Days > gmv180Days) flags.push("INCONSISTENT_SALES_FIGURES");
  if (history?.stale) flags.push("STALE_SALES_HISTORY");
  if (confidence < lowConfidence) flags.push("LOW_CONFIDENCE");
  return flags;
}
