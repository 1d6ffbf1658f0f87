import type { FieldError } from "@/lib/kernel/errors";
import type { BusinessTime } from "@/lib/kernel/time";
import { fieldErrors, parseInput } from "@/lib/kernel/validation";
import { futureMonths, type MerchantRecord, merchantRecord } from "@/lib/terms/merchant-data/schema";

export type CheckedRecord = { record: MerchantRecord } | { errors: FieldError[] };

/** Validates one record of a batch as of its submission. */
export function checkRecord(raw: unknown, asOf: BusinessTime): CheckedRecord {
  const parsed = parseInput(merchantRecord, raw);
  if (!parsed.success) return { errors: fieldErrors(parsed.error, raw, "record") };
  const errors = futureMonths(parsed.data, asOf);
  return errors.length > 0 ? { errors } : { record: parsed.data };
}
