import { modelVersion, type RiskTier } from "@/lib/terms/scoring/constants";
import type { ScoreResult } from "@/lib/terms/scoring/result";

/** What differs between the models that this code computes: the rest of them is the same, to the last number. */
export type Rules = {
  version: ScoreResult["modelVersion"];
  /** Without a history, the percent of the lowest reading of monthly sales that is assumed, and how texts say it. */
  shareWithoutHistory: { percent: number; words: string };
  newestMonthRank: number | null;
  /** So many adverse signs, and the tier is this at best, most first: raised flags, and flagged fields never shared. */
  adverseCeilings: readonly { signs: number; highest: RiskTier }[];
};

export const rulesNow: Rules = {
  version: modelVersion,
  shareWithoutHistory: { percent: 40, words: "40%" },
  newestMonthRank: 2,
  adverseCeilings: [
    { signs: 8, highest: "D" },
    { signs: 6, highest: "C" },
  ],
};

/** Those of the model before, never changed again. */
export const rules20261122: Rules = {
  version: "2026-11-22",
  shareWithoutHistory: { percent: 50, words: "half" },
  newestMonthRank: null,
  adverseCeilings: [],
};

/** Groups whose flagged fields are signs where they were never shared, and the most that count of one. */
export const silentGroups = [
  "revenueConsistency",
  "fulfillmentMetrics",
  "payoutCashFlow",
  "platformDependency",
  "behavioralRisk",
] as const;
export const mostSilentFields = 2;
