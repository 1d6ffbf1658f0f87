import type { BusinessTime } from "@/lib/kernel/time";
import { score } from "@/lib/sales/scoring/score";
import type { Carried, MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { type Flags, withFlags } from "@/lib/terms/scoring/account-flags";
import { type Limits, limitsFor } from "@/lib/terms/scoring/limits";
import type { ScoreResult } from "@/lib/terms/scoring/result";

/** A score with its inputs other than the record: enough to recompute it. */
export type Assessed = { limits: Limits; flags: Flags | null; carried: Carried | null; result: ScoreResult };

/**
 * Scores a record with what else is known about its merchant.
 * @param record with what was carried over
 * @param given.submittedAt the time of submission, not of scoring: a late worker does not change the score.
 */
export function assessRecord(
  record: MerchantRecord,
  given: {
    submittedAt: BusinessTime;
    flags: Flags | null;
    carried: Carried;
    maxima: Omit<Limits, "externalDebt">;
  },
): Assessed {
  const { submittedAt, flags, maxima } = given;
  const limits = limitsFor(record, maxima);
  const known = flags ? withFlags(record, flags) : record;
  const carriedOver = Object.keys(given.carried);
  const carried = carriedOver.length > 0 ? given.carried : null;
  const result = score({ record: known, sent: record, carriedOver, asOf: submittedAt, limits });
  return { limits, flags, carried, result };
}
