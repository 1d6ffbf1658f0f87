import type { Kobo } from "@/lib/kernel/money";
import { type Component, components, type RiskTier, tierTerms } from "@/lib/terms/scoring/constants";
import { assess } from "./assess";
import { type LoanEligibility, loanEligibility } from "./eligibility";
import { riskFlags } from "./flags";
import { type Improvement, improvementsFor } from "./improvements";
import { type Reason, reasonsFor } from "./reasons";
import { lendingImplication, recommendations } from "./recommendations";
import { type Rules, rulesNow } from "./rules";
import { weakestRuns } from "./sales";
import type { Subject } from "./subject";

/** A score as stored: plain JSON, amounts in kobo, scores and percentages as on the wire. */
export type ScoreResult = {
  modelVersion: Rules["version"];
  /** 0 to 100, at most two decimals; the sum of the breakdown. */
  totalScore: number;
  riskTier: RiskTier;
  /** A multiple of 1,000 naira. */
  maxLendingCap: Kobo;
  /** Percent of assumed monthly sales. */
  eligiblePercentage: number;
  scoreBreakdown: Record<Component, number>;
  lendingImplication: string;
  recommendations: string;
  riskFlags: string[];
  /** 0 to 100, whole. */
  confidence: number;
  loanEligibility: LoanEligibility;
  /** The one figure of sales that all money rests on. */
  assumedMonthlySales: Kobo;
  /** At n - 1 the mean of the weakest n months in a row, rounded down; null without a fresh history. */
  weakestRuns: Kobo[] | null;
  /** The newest month of the sales history, `YYYY-MM`, which may have become stale since; null without one. */
  salesUntil: string | null;
  /** Parts of the record taken from earlier data. */
  carriedOver: string[];
  reasons: Reason[];
  improvements: Improvement[];
};

/**
 * Scores a merchant data record (docs/scoring.md#score). The same record, moment and limits always give the same result
 * under one `modelVersion`. Never throws for a record that its schema accepts.
 */
export function score(subject: Subject): ScoreResult {
  const assessment = assess(subject);
  const { points, tier, confidence, cap, history, months, assumedMonthlySales } = assessment;
  const improvements = improvementsFor(subject, assessment);
  return {
    modelVersion: (subject.rules ?? rulesNow).version,
    totalScore: points.total / 100,
    riskTier: tier,
    maxLendingCap: cap.amount,
    eligiblePercentage: tierTerms[tier].eligiblePercentage,
    scoreBreakdown: inPoints(points.perComponent),
    lendingImplication: lendingImplication(assessment),
    recommendations: recommendations(subject, assessment, improvements),
    riskFlags: riskFlags(subject, assessment),
    confidence,
    loanEligibility: loanEligibility(subject, assessment),
    assumedMonthlySales,
    weakestRuns: months && weakestRuns(months),
    salesUntil: history?.until ?? null,
    carriedOver: [...(subject.carriedOver ?? [])],
    reasons: reasonsFor(subject, assessment),
    improvements,
  };
}

function inPoints(hundredths: Record<Component, number>): Record<Component, number> {
  const points = { ...hundredths };
  for (const name of components) points[name] /= 100;
  return points;
}
