import type { MerchantRecord } from "@/lib/ingestion/schema";
import { confidencePoints } from "./constants";
import { heightAt, lineThrough } from "./curve";
import { fieldPath, fieldValue } from "./fields";

const orders = lineThrough(confidencePoints.orders);
const optional = Object.entries(confidencePoints.fields).map(([field, points]) => [fieldPath(field), points] as const);

/**
 * How much of what the model asks for is there, 0 to 100, a whole number. Rates over a handful of orders say little, so
 * orders count too; a stale history counts as none.
 */
export function confidenceOf(record: MerchantRecord, hasFreshHistory: boolean): number {
  let points = confidencePoints.base + Math.round(heightAt(orders, record.salesPerformance.orderCount));
  for (const [path, worth] of optional) if (fieldValue(record, path) !== undefined) points += worth;
  if (record.historicalCredit) points += confidencePoints.historicalCredit;
  if (hasFreshHistory) points += confidencePoints.freshHistory;
  return points;
}

/** Scored fields that are missing, as dot paths. */
export function missingFields(record: MerchantRecord): string[] {
  const missing = optional.filter(([path]) => fieldValue(record, path) === undefined);
  return missing.map(([{ group, key }]) => `${group}.${key}`);
}
