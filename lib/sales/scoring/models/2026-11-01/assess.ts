import { type Kobo, toKobo } from "@/lib/kernel/money";
import type { Subject } from "@/lib/sales/scoring/subject";
import type { RiskTier } from "@/lib/terms/scoring/constants";
import type { Limits } from "@/lib/terms/scoring/limits";
import { type Cap, type History, lendingCap, readHistory } from "./cap";
import { confidenceOf, missingFields, type OptionalField } from "./confidence";
import { forcedToE, type Points, pointsOf, tierOf } from "./points";

/** The figures of a score, before texts are added. */
export type Assessment = {
  points: Points;
  /** The field that forces tier E, or null. */
  forcedBy: string | null;
  tier: RiskTier;
  missing: readonly OptionalField[];
  confidence: number;
  avgMonthlySales: Kobo;
  history: History | null;
  limits: Limits;
  cap: Cap;
};

export function assess({ record, sent = record, asOf, limits }: Subject): Assessment {
  const points = pointsOf(record, asOf);
  const forcedBy = forcedToE(record);
  const tier = forcedBy ? "E" : tierOf(points.total);
  const history = readHistory(record, asOf);
  const missing = missingFields(sent);
  const confidence = confidenceOf(record, missing, history !== null && !history.stale);
  const avgMonthlySales = toKobo(record.salesPerformance.avgMonthlySales);
  const cap = lendingCap({ tier, avgMonthlySales, confidence, history, limits });
  return { points, forcedBy, tier, missing, confidence, avgMonthlySales, history, limits, cap };
}

/**
 * The cap after a change that gains `gained` hundredths of a point, for a merchant not forced into tier E. The change
 * must affect neither which fields are present nor the number of orders, average sales or the history. Cheap, because
 * improvements need dozens of these: only a different tier or different limits change the cap.
 */
export function capAfter(base: Assessment, gained: number, limits = base.limits): Kobo {
  const tier = tierOf(base.points.total + gained);
  if (tier === base.tier && limits === base.limits) return base.cap.amount;
  const { avgMonthlySales, confidence, history } = base;
  return lendingCap({ tier, avgMonthlySales, confidence, history, limits }).amount;
}
