import type { Kobo } from "@/lib/kernel/money";
import type { Component, modelVersion, RiskTier } from "./constants";

/** A reason for the score: points more or less than a merchant gets when this is unknown. */
export type Reason = { field: string; component: Component; points: number; message: string };

/** One change a merchant could make, all else being equal, and its exact effect. */
export type Improvement = {
  field: string;
  from: number | boolean;
  to: number | boolean;
  capIncrease: Kobo;
  scoreIncrease: number;
  message: string;
};

/** What could be lent at the moment of the data, and why not more. */
export type LoanEligibility = {
  eligible: boolean;
  maxEligibleAmount: Kobo;
  /** What all loans together may take of a month's assumed sales; 0 where nothing is lent. */
  maxMonthlyRepayment: Kobo;
  /** Months of sales history behind the amount; 0 without one. */
  monthsAssessed: number;
  existingDebt: Kobo;
  confidence: number;
  reasons: { code: string; message: string }[];
  /** ISO 8601, UTC. */
  asOf: string;
};

/** What every model has answered: plain JSON, amounts in kobo, scores and percentages as on the wire. */
type AnyResult = {
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
  reasons: Reason[];
  improvements: Improvement[];
};

/** A score of a model that is computed by the rules of today, or of the day before. */
export type ScoreResult = AnyResult & {
  modelVersion: typeof modelVersion | "2026-11-22";
  loanEligibility: LoanEligibility;
  /** The one figure of sales that all money rests on. */
  assumedMonthlySales: Kobo;
  /** At n - 1 the mean of the weakest n months in a row, rounded down; null without a fresh history. */
  weakestRuns: Kobo[] | null;
  /** The newest month of the sales history, `YYYY-MM`, which may have become stale since; null without one. */
  salesUntil: string | null;
  /** Parts of the record taken from earlier data. */
  carriedOver: string[];
};

/** A result as stored: today's, or one of an older model, as that model returned it. */
export type StoredResult =
  | ScoreResult
  | (AnyResult & { modelVersion: "2026-11-01"; loanEligibility: LoanEligibility | null });
