import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import {
  ceilingOrders,
  ceilings,
  highestWithoutRates,
  type RiskTier,
  riskTiers,
  type Sign,
} from "@/lib/terms/scoring/constants";
import { type FieldPath, fieldPath, measure } from "./fields";
import { type Adverse, isFlagged } from "./flags";
import { rulesNow } from "./rules";
import type { Subject } from "./subject";

/** A tier that the merchant cannot exceed, whatever its total, and the field that says so. */
export type Ceiling = {
  highest: RiskTier;
  /** `riskFlags` where it is all adverse signs together. */
  field: string;
  missing: boolean;
  adverse?: Adverse;
};

type Rule = Pick<Sign, "from" | "below"> & { field: string; path: FieldPath; rate: boolean };

const causes = ceilings.map(({ highest, signs }) => ({
  highest,
  rules: signs.map(({ field, ...sign }: Sign): Rule => ({ field, path: fieldPath(field), rate: false, ...sign })),
}));
const rules = causes.flatMap((cause) => cause.rules);
const rates = rules.filter(({ rate }) => rate);
const fields = new Set(rules.map(({ field }) => field));

/** The ceilings over a record, lowest first, at most one for each cause. */
export function ceilingsOver({ record, asOf, rules = rulesNow }: Subject, adverse: Adverse): Ceiling[] {
  const found: Ceiling[] = [];
  for (const { highest, rules } of causes) {
    const rule = rules.find((one) => applies(one, record, asOf));
    if (rule) found.push({ highest, field: rule.field, missing: false });
  }
  const silent = rates.find(({ path }) => measure(record, path, asOf) === undefined);
  if (silent) found.push({ highest: highestWithoutRates, field: silent.field, missing: true });
  const signs = adverse.flags.length + adverse.silent;
  const together = rules.adverseCeilings.find((one) => signs >= one.signs);
  if (together) found.push({ highest: together.highest, field: "riskFlags", missing: false, adverse });
  return found.sort((one, other) => riskTiers.indexOf(other.highest) - riskTiers.indexOf(one.highest));
}

/** Whether a change of this field can set or lift a ceiling. */
export function isUnderCeiling(field: string): boolean {
  return fields.has(field) || isFlagged(field);
}

/** Whether a rate is as bad as a ceiling says, however few orders it stands for. */
export function hasGraveRate(record: MerchantRecord, asOf: Date): boolean {
  return rates.some((rule) => reaches(rule, measure(record, rule.path, asOf)));
}

function applies(rule: Rule, record: MerchantRecord, asOf: Date): boolean {
  const value = measure(record, rule.path, asOf);
  if (value === undefined || !reaches(rule, value)) return false;
  if (!rule.rate) return true;
  const share = rule.below === undefined ? value : 100 - value;
  return share * record.salesPerformance.orderCount >= ceilingOrders * 100;
}

function reaches({ from, below }: Rule, value: number | undefined): boolean {
  if (value === undefined) return false;
  return (from !== undefined && value >= from) || (below !== undefined && value < below);
}
