import { type Component, components, tierTerms } from "@/lib/terms/scoring/constants";
import type { ScoreResult } from "@/lib/terms/scoring/result";
import { assess } from "./assess";
import { loanEligibility } from "./eligibility";
import { riskFlags } from "./flags";
import { improvementsFor } from "./improvements";
import { reasonsFor } from "./reasons";
import { lendingImplication, recommendations } from "./recommendations";
import { rulesNow } from "./rules";
import { weakestRuns } from "./sales";
import type { Subject } from "./subject";

/** docs/scoring.md#score. Always the same under one `modelVersion`. Never throws for a record its schema accepts. */
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
