import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { confidencePoints } from "@/lib/terms/scoring/constants";
import { heightAt, lineThrough } from "@/lib/terms/scoring/curve";
import { type FieldPath, fieldPath, fieldValue } from "./fields";

export type OptionalField = { readonly path: FieldPath; readonly worth: number };

const orders = lineThrough(confidencePoints.orders);
const optional = Object.entries(confidencePoints.fields).map(
  ([field, worth]): OptionalField => ({ path: fieldPath(field), worth }),
);

/** A record with exactly the known fields. */
const complete = optional.reduce<number>((sum, { worth }) => sum + worth, confidencePoints.base);

export function missingFields(record: MerchantRecord): OptionalField[] {
  return optional.filter(({ path }) => fieldValue(record, path) === undefined);
}

/** 0 to 100, whole. Rates over few orders say little; a credit history of zeros counts as none. */
export function confidenceOf(
  record: MerchantRecord,
  missing: readonly OptionalField[],
  hasFreshHistory: boolean,
): number {
  let points = complete + Math.round(heightAt(orders, record.salesPerformance.orderCount));
  for (const { worth } of missing) points -= worth;
  if ((record.historicalCredit?.repaidLoans ?? 0) > 0) points += confidencePoints.repaidLoans;
  if (hasFreshHistory) points += confidencePoints.freshHistory;
  return points;
}
