import { violationSeverities } from "@/lib/terms/merchant-data/constants";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import type { Flags } from "@/lib/terms/scoring/account-flags";
import { levels, neutral } from "./constants";

const { percent } = levels["behavioralRisk.policyViolationsSeverity"];

type Severity = (typeof violationSeverities)[number];

/**
 * The record with these flags merged in: fraud set, suspensions added, the graver of both violations. A report never
 * improves a record: a violation so mild that it would raise the score of one without violation data is ignored.
 */
export function withFlags(record: MerchantRecord, flags: Flags): MerchantRecord {
  const { fraud, suspensions } = flags;
  const risk = record.behavioralRisk;
  const unsaid = risk?.policyViolationsSeverity === undefined;
  const severity = flags.severity && unsaid && percent[flags.severity] > neutral ? null : flags.severity;
  if (!fraud && suspensions === 0 && severity === null) return record;
  const known = Math.min((risk?.accountSuspensions ?? 0) + suspensions, Number.MAX_SAFE_INTEGER);
  return {
    ...record,
    behavioralRisk: {
      ...risk,
      ...(fraud ? { hasFraudFlags: true } : {}),
      ...(suspensions > 0 ? { accountSuspensions: known } : {}),
      ...(severity ? { policyViolationsSeverity: graver(severity, risk?.policyViolationsSeverity ?? null) } : {}),
    },
  };
}

function graver(one: Severity, other: Severity | null): Severity {
  return other && violationSeverities.indexOf(other) > violationSeverities.indexOf(one) ? other : one;
}
