import type { Kobo } from "@/lib/kernel/money";
import type { RiskTier } from "@/lib/terms/scoring/constants";
import type { Limits } from "@/lib/terms/scoring/limits";
import { type Cap, lendingCap, type Unlendable } from "./cap";
import { type Ceiling, ceilingsOver } from "./ceilings";
import { confidenceOf, missingFields, type OptionalField } from "./confidence";
import { type Adverse, adverseSigns } from "./flags";
import { type Points, pointsOf } from "./points";
import { assumedMonthlySales, intermittent, readHistory, type SalesHistory } from "./sales";
import type { Subject } from "./subject";
import { forcedToE, tierUnder } from "./tiers";

export type Assessment = {
  points: Points;
  /** The field that forces tier E, or null. */
  forcedBy: string | null;
  adverse: Adverse;
  ceilings: readonly Ceiling[];
  tier: RiskTier;
  missing: readonly OptionalField[];
  confidence: number;
  history: SalesHistory | null;
  months: readonly Kobo[] | null;
  assumedMonthlySales: Kobo;
  unlendable: Unlendable | null;
  limits: Limits;
  cap: Cap;
};

export function assess(subject: Subject): Assessment {
  const { record, sent = record, asOf, limits } = subject;
  const points = pointsOf(record, asOf);
  const forcedBy = forcedToE(record);
  const history = readHistory(record, asOf);
  const months = history && !history.stale ? history.months : null;
  const sales = assumedMonthlySales(record.salesPerformance, months, subject.rules);
  const adverse = adverseSigns(subject, sales);
  const ceilings = ceilingsOver(subject, adverse);
  const tier = forcedBy ? "E" : tierUnder(ceilings, points.total);
  const missing = missingFields(sent);
  const figures = {
    confidence: confidenceOf(record, missing, months !== null),
    months,
    assumedMonthlySales: sales,
    unlendable: history?.stale ? "STALE_DATA" : intermittent(record, months) ? "INTERMITTENT_SALES" : null,
    limits,
  } as const;
  const cap = lendingCap(capInput(figures, tier, limits));
  return { points, forcedBy, adverse, ceilings, tier, missing, history, ...figures, cap };
}

/** The ceilings after a change that moves neither sales nor history. */
export function ceilingsAfter(base: Assessment, after: Subject): Ceiling[] {
  return ceilingsOver(after, adverseSigns(after, base.assumedMonthlySales));
}

/** What a change does, beside the points, to the figures that decide a cap. */
export type Effect = { ceilings?: readonly Ceiling[]; limits?: Limits };

/**
 * For a merchant not forced into tier E; neither which fields are present nor sales and history may change. Cheap,
 * because improvements need dozens of these. `gained`: in hundredths of a point.
 */
export function capAfter(base: Assessment, gained: number, effect: Effect = {}): Kobo {
  const { ceilings = base.ceilings, limits = base.limits } = effect;
  const tier = tierUnder(ceilings, base.points.total + gained);
  if (tier === base.tier && limits === base.limits) return base.cap.amount;
  return lendingCap(capInput(base, tier, limits)).amount;
}

type Figures = Pick<Assessment, "assumedMonthlySales" | "confidence" | "months" | "unlendable">;

function capInput({ assumedMonthlySales, confidence, months, unlendable }: Figures, tier: RiskTier, limits: Limits) {
  return { tier, assumedMonthlySales, confidence: months ? null : confidence, unlendable, limits };
}
