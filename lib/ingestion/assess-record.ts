import type { MerchantRecord } from "@/lib/merchant-data/schema";
import { type Flags, withFlags } from "@/lib/scoring/account-flags";
import { type Limits, limitsFor } from "@/lib/scoring/limits";
import { type ScoreResult, score } from "@/lib/scoring/score";
import type { BusinessTime } from "@/lib/time";

/** A score with what it was computed from besides the record: enough to compute it again. */
export type Assessed = { limits: Limits; flags: Flags | null; result: ScoreResult };

/**
 * Scores a record with what else is known of its merchant.
 * @param given.submittedAt the moment of submission, not of scoring: a score comes out the same however late the worker is.
 */
export function assessRecord(
  record: MerchantRecord,
  given: { submittedAt: BusinessTime; flags: Flags | null; maxima: Omit<Limits, "externalDebt"> },
): Assessed {
  const { submittedAt, flags, maxima } = given;
  const limits = limitsFor(record, maxima);
  const known = flags ? withFlags(record, flags) : record;
  return { limits, flags, result: score({ record: known, sent: record, asOf: submittedAt, limits }) };
}
