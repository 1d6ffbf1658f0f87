import type { Kobo } from "@/lib/kernel/money";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { flagRules, highDebtMonths, lowConfidence } from "@/lib/terms/scoring/constants";
import { fieldPath, fieldValue, measure } from "./fields";
import { mostSilentFields, silentGroups } from "./rules";
import { contradictory, intermittent, type SalesHistory } from "./sales";
import type { Subject } from "./subject";

type Rule = { flag: string; field: string; from?: number; below?: number };

const rules = flagRules.map((rule: Rule) => ({
  flag: rule.flag,
  path: fieldPath(rule.field),
  from: rule.from ?? Number.POSITIVE_INFINITY,
  below: rule.below ?? Number.NEGATIVE_INFINITY,
}));

const severityPath = fieldPath("behavioralRisk.policyViolationsSeverity");
const flagged = [...rules.map(({ path }) => path), severityPath];
const flaggedOf = silentGroups.map((name) => flagged.filter(({ group }) => group === name));
const flaggedFields = new Set(flagged.map(({ group, key }) => `${group}.${key}`));

/** What flags follow from, beside the record. */
type Assessed = {
  adverse: Adverse;
  confidence: number;
  history: SalesHistory | null;
  months: readonly Kobo[] | null;
};

/** Risks for the lender's attention, as UPPER_SNAKE codes, gravest first; empty when there are none. */
export function riskFlags({ record }: Subject, { adverse, confidence, history, months }: Assessed): string[] {
  const flags = [...adverse.flags];
  // Only reported: if it cost points, selling more in 30 days could lower a score.
  if (contradictory(record.salesPerformance, months)) flags.push("INCONSISTENT_SALES");
  if (intermittent(record, months)) flags.push("INTERMITTENT_SALES");
  if (history?.stale) flags.push("STALE_DATA");
  if (confidence < lowConfidence) flags.push("LOW_CONFIDENCE");
  return flags;
}

/** What speaks against a merchant: flags that are raised, and how many flagged fields were never shared. */
export type Adverse = { flags: readonly string[]; silent: number };

/** The adverse signs of a record, which together hold the tier down (docs/scoring.md#ceilings). */
export function adverseSigns({ record, asOf, limits }: Subject, assumedMonthlySales: Kobo): Adverse {
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
  return { flags, silent: silentFields(record) };
}

function silentFields(record: MerchantRecord): number {
  let silent = 0;
  for (const paths of flaggedOf) {
    let inGroup = 0;
    for (const path of paths) if (fieldValue(record, path) === undefined) inGroup += 1;
    silent += Math.min(mostSilentFields, inGroup);
  }
  return silent;
}

export function isFlagged(field: string): boolean {
  return flaggedFields.has(field);
}
