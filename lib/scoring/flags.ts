import type { Assessment } from "./assess";
import { flagRules, highDebtMonths, lowConfidence } from "./constants";
import { fieldPath, measure } from "./fields";
import { contradictory, intermittent } from "./sales";
import type { Subject } from "./subject";

type Rule = { flag: string; field: string; from?: number; below?: number };

const rules = flagRules.map((rule: Rule) => ({
  flag: rule.flag,
  path: fieldPath(rule.field),
  from: rule.from ?? Number.POSITIVE_INFINITY,
  below: rule.below ?? Number.NEGATIVE_INFINITY,
}));

/** Risks for the lender's attention, as UPPER_SNAKE codes, gravest first; empty when there are none. */
export function riskFlags({ record, asOf, limits }: Subject, assessment: Assessment): string[] {
  const { assumedMonthlySales, confidence, history, months } = assessment;
  const flags: string[] = [];
  const severity = record.behavioralRisk?.policyViolationsSeverity;
  if (severity) flags.push(`${severity}_POLICY_VIOLATION`);
  for (const { flag, path, from, below } of rules) {
    const value = measure(record, path, asOf);
    if (value !== undefined && (value >= from || value < below)) flags.push(flag);
  }
  if (limits.externalDebt > 0 && limits.externalDebt >= assumedMonthlySales * highDebtMonths) {
    flags.push("HIGH_EXTERNAL_DEBT");
  }
  // Only reported: if it cost points, selling more in 30 days could lower a score.
  if (contradictory(record.salesPerformance, months)) flags.push("INCONSISTENT_SALES");
  if (intermittent(record, months)) flags.push("INTERMITTENT_SALES");
  if (history?.stale) flags.push("STALE_DATA");
  if (confidence < lowConfidence) flags.push("LOW_CONFIDENCE");
  return flags;
}
