import { type FieldPath, fieldPath, fieldValue } from "@/lib/sales/scoring/fields";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { heightAt, lineThrough } from "@/lib/terms/scoring/curve";
import { confidencePoints } from "./constants";

/** An optional field of the record, and what its presence adds to the confidence. */
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

/**
 * How complete the model's input is, 0 to 100, whole. Rates over a handful of orders say little, so orders count too; a
 * stale history counts as none.
 */
export function confidenceOf(
  record: MerchantRecord,
  missing: readonly OptionalField[],
  hasFreshHistory: boolean,
): number {
  let points = complete + Math.round(heightAt(orders, record.salesPerformance.orderCount));
  for (const { worth } of missing) points -= worth;
  if (record.historicalCredit) points += confidencePoints.historicalCredit;
  if (hasFreshHistory) points += confidencePoints.freshHistory;
  return points;
}
