import type { BusinessTime } from "@/lib/kernel/time";
import { score } from "@/lib/sales/scoring/score";
import type { Carried, MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { type Flags, withFlags } from "@/lib/terms/scoring/account-flags";
import { type Limits, limitsFor } from "@/lib/terms/scoring/limits";
import type { ScoreResult } from "@/lib/terms/scoring/result";

export type Assessed = { limits: Limits; flags: Flags | null; carried: Carried | null; result: ScoreResult };

/** `record`: with what was carried over. `submittedAt`: not of scoring, so that a late worker changes no score. */
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
