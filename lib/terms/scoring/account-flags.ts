import { violationSeverities } from "@/lib/terms/merchant-data/constants";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { levels, neutral } from "./constants";

const { percent } = levels["behavioralRisk.policyViolationsSeverity"];

type Severity = (typeof violationSeverities)[number];

/** Account flags reported apart from the record, as far as a score depends on them. */
export type Flags = {
  /** Fraud was reported and has not been cleared since. */
  fraud: boolean;
  /** Suspensions reported after the record. */
  suspensions: number;
  /** The gravest violation reported after the record and not cleared since. */
  severity: Severity | null;
};

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
