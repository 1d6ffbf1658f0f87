import * as fixtures from "@/lib/terms/fixtures/merchant-record.mjs";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";

/** The moment the factory's records belong to: their history ends with the month before it. */
export const recordMoment = new Date("2026-07-15T12:00:00Z");

/** A record as a marketplace sends it; the same type as parsed, because parsing changes no type. */
export type WireRecord = MerchantRecord;

/** Six months of sales in naira, oldest first, the last being the month before `asOf`. */
export function salesHistory(amounts: readonly number[], asOf: Date = recordMoment) {
  return fixtures.salesHistory(amounts, asOf);
}

/** The record of a good merchant, with some of it replaced or, by undefined, left out. */
export function merchantRecord(overrides: fixtures.RecordOverrides = {}, asOf: Date = recordMoment): WireRecord {
  return fixtures.merchantRecord(overrides, asOf);
}
