import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import type { Limits } from "@/lib/terms/scoring/limits";
import type { Rules } from "./rules";

/** Everything a score depends on; the same subject always gives the same score. */
export type Subject = {
  record: MerchantRecord;
  /** As sent, when account flags have been merged into `record`: a bad report must not raise the confidence. */
  sent?: MerchantRecord;
  /** Parts of the record taken from earlier data, because the last left them out. */
  carriedOver?: readonly string[];
  asOf: Date;
  limits: Limits;
  /** Those of this model where none are given. */
  rules?: Rules;
};
