import type { Kobo } from "@/lib/kernel/money";
import type { Subject } from "@/lib/sales/scoring/subject";
import { type Component, components, type RiskTier } from "@/lib/terms/scoring/constants";
import { assess } from "./assess";
import { modelVersion, tierTerms } from "./constants";
import { type LoanEligibility, loanEligibility } from "./eligibility";
import { riskFlags } from "./flags";
import { type Improvement, improvementsFor } from "./improvements";
import { type Reason, reasonsFor } from "./reasons";
import { lendingImplication, recommendations } from "./recommendations";

/** A score as stored: plain JSON, amounts in kobo, scores and percentages as on the wire. */
export type ScoreResult = {
  modelVersion: typeof modelVersion;
  /** 0 to 100, at most two decimals; the sum of the breakdown. */
  totalScore: number;
  riskTier: RiskTier;
  /** A multiple of 1,000 naira. */
  maxLendingCap: Kobo;
  /** Percent of average monthly sales. */
  eligiblePercentage: number;
  scoreBreakdown: Record<Component, number>;
  lendingImplication: string;
  recommendations: string;
  riskFlags: string[];
  /** 0 to 100, whole. */
  confidence: number;
  loanEligibility: LoanEligibility | null;
  reasons: Reason[];
  improvements: Improvement[];
};

/**
 * Scores a merchant data record. The same record, moment and limits always give the same result
 * under one `modelVersion`. Never throws for a record that its schema accepts.
 */
export function score(subject: Subject): ScoreResult {
  const assessment = assess(subject);
  const { points, tier, confidence, cap } = assessment;
  const improvements = improvementsFor(subject, assessment);
  return {
    modelVersion,
    totalScore: points.total / 100,
    riskTier: tier,
    maxLendingCap: cap.amount,
    eligiblePercentage: tierTerms[tier].eligiblePercentage,
    scoreBreakdown: inPoints(points.perComponent),
    lendingImplication: lendingImplication(assessment),
    recommendations: recommendations(assessment, improvements),
    riskFlags: riskFlags(subject, assessment),
    confidence,
    loanEligibility: loanEligibility(subject, assessment),
    reasons: reasonsFor(subject, assessment),
    improvements,
  };
}

function inPoints(hundredths: Record<Component, number>): Record<Component, number> {
  const points = { ...hundredths };
  for (const name of components) points[name] /= 100;
  return points;
}
