import type { FieldError } from "@/lib/errors";
import { futureMonths, type MerchantRecord, merchantRecord } from "@/lib/merchant-data/schema";
import type { BusinessTime } from "@/lib/time";
import { fieldErrors, parseInput } from "@/lib/validation";

/** A valid record ready to store, or all its errors. */
export type CheckedRecord = { record: MerchantRecord } | { errors: FieldError[] };

/** Validates one record of a batch as of its submission. */
export function checkRecord(raw: unknown, asOf: BusinessTime): CheckedRecord {
  const parsed = parseInput(merchantRecord, raw);
  if (!parsed.success) return { errors: fieldErrors(parsed.error, raw, "record") };
  const errors = futureMonths(parsed.data, asOf);
  return errors.length > 0 ? { errors } : { record: parsed.data };
}
