import type { MerchantRecord } from "@/lib/ingestion/schema";
import { toKobo } from "@/lib/money";
import { type Cap, lendingCap } from "./cap";
import { type History, readHistory } from "./capacity";
import { confidenceOf } from "./confidence";
import type { RiskTier } from "./constants";
import type { Limits } from "./limits";
import { type Points, pointsAfter, pointsOf } from "./points";
import { forcedToE, tierOf } from "./tiers";

/** Everything a score depends on; the same subject always gives the same score. */
export type Subject = { record: MerchantRecord; asOf: Date; limits: Limits };

/** The figures of a score, before they are put into words. */
export type Assessment = {
  points: Points;
  /** The field that forces tier E, or null. */
  forcedBy: string | null;
  tier: RiskTier;
  confidence: number;
  /** Kobo. */
  avgMonthlySales: number;
  history: History | null;
  cap: Cap;
};

/** Computes the figures of a score. */
export function assess({ record, asOf, limits }: Subject): Assessment {
  const points = pointsOf(record, asOf);
  const forcedBy = forcedToE(record);
  const tier = forcedBy ? "E" : tierOf(points.total);
  const history = readHistory(record, asOf);
  const confidence = confidenceOf(record, history !== null && !history.stale);
  const avgMonthlySales = toKobo(record.salesPerformance.avgMonthlySales);
  const cap = lendingCap({ tier, avgMonthlySales, confidence, history, limits });
  return { points, forcedBy, tier, confidence, avgMonthlySales, history, cap };
}

/**
 * Computes them again after a change to some fields that leaves alone what forces tier E or voids a component, which fields
 * are there, the number of orders, average sales and the history. Improvements take dozens of these, so it is cheap.
 */
export function reassess(base: Assessment, { record, asOf, limits }: Subject, changed: readonly string[]): Assessment {
  const points = pointsAfter(base.points, record, asOf, changed);
  const tier = base.forcedBy ? "E" : tierOf(points.total);
  return { ...base, points, tier, cap: lendingCap({ ...base, tier, limits }) };
}
