import { type Kobo, minus, toKobo } from "@/lib/kernel/money";
import { type CurveField, curves, maxImprovements } from "@/lib/terms/scoring/constants";
import { heightAt, lineThrough } from "@/lib/terms/scoring/curve";
import { debtField, type Limits } from "@/lib/terms/scoring/limits";
import type { Improvement } from "@/lib/terms/scoring/result";
import { type Assessment, capAfter, ceilingsAfter, type Effect } from "./assess";
import { isUnderCeiling } from "./ceilings";
import { creditFactor, factors } from "./factors";
import { fieldPath, fieldValue, measure, withField } from "./fields";
import { groupedNaira, labelOf, plainValue } from "./labels";
import type { Subject } from "./subject";
import { voidOf } from "./voids";

type Change = Pick<Improvement, "field" | "from" | "to">;
type Outcome = Change & { capIncrease: Kobo; gained: number };
/** The mildest that raises the cap, and the mildest with half the points of that or of the best. */
type Outcomes = { raising?: Outcome; half?: Outcome };

/** Fields with a curve that a merchant can improve within weeks. */
const improvableFields = [
  "fulfillmentMetrics.fulfillmentRate",
  "fulfillmentMetrics.cancellationRate",
  "fulfillmentMetrics.refundRate",
  "fulfillmentMetrics.disputeRate",
  "fulfillmentMetrics.lateDeliveryRate",
  "payoutCashFlow.failedPayouts",
  "payoutCashFlow.walletBalanceUsage",
  "payoutCashFlow.settlementDelays",
  "merchantIdentity.verificationStatus",
  "platformDependency.topProductGmvPercentage",
  "platformDependency.topCustomerPercentage",
] as const satisfies readonly CurveField[];

const improvable = improvableFields.map((field) => {
  const { anchors, points, component } = curves[field];
  const line = lineThrough(anchors, points);
  const targets = line.xs.map((x, i) => ({ x, height: line.ys[i] ?? 0 }));
  const rising = (line.ys[0] ?? 0) < (line.ys.at(-1) ?? 0);
  return {
    field,
    component,
    path: fieldPath(field),
    line,
    factor: factors.findIndex((factor) => factor.field === field),
    mildestFirst: rising ? targets : targets.toReversed(),
  };
});
type Improvable = (typeof improvable)[number];
type Target = Improvable["mildestFirst"][number];

const debts = [debtField, "historicalCredit.totalOverdue"].map((field) => ({ field, path: fieldPath(field) }));
const creditIndex = factors.indexOf(creditFactor);

/**
 * Exact, by rescoring what one changed field affects: for each field the mildest anchor that raises the cap, largest
 * increase first; if none does, those that raise the score most. None when tier E is forced.
 */
export function improvementsFor(subject: Subject, base: Assessment): Improvement[] {
  if (base.forcedBy) return [];
  const raisingCap: Outcome[] = [];
  const raisingScore: Outcome[] = [];
  const keep = ({ raising, half }: Outcomes) => {
    if (raising) raisingCap.push(raising);
    if (half) raisingScore.push(half);
  };
  for (const field of improvable) keep(outcomesOf(field, subject, base));
  for (const debt of debts) keep(outcomesOfPaying(debt, subject, base));
  raisingCap.sort((a, b) => b.capIncrease - a.capIncrease);
  raisingScore.sort((a, b) => b.gained - a.gained);
  return (raisingCap.length > 0 ? raisingCap : raisingScore).slice(0, maxImprovements).map(inWords);
}

export function capWith(improvements: readonly Improvement[], subject: Subject, base: Assessment): Kobo {
  const gained = improvements.reduce((sum, { scoreIncrease }) => sum + Math.round(scoreIncrease * 100), 0);
  return capAfter(base, gained, underCeilings(improvements, withChanges(subject, improvements), base));
}

/** The subject with the changes made; debt that is paid off also leaves the limits. */
export function withChanges(subject: Subject, changes: readonly Pick<Change, "field" | "to">[]): Subject {
  let { record } = subject;
  for (const { field, to } of changes) record = withField(record, fieldPath(field), to);
  return { ...subject, record, limits: limitsAfter(changes, subject.limits) };
}

/** The ceilings and limits after changes, where these affect them. */
function underCeilings(changes: readonly Pick<Change, "field" | "to">[], after: Subject, base: Assessment): Effect {
  const ceilings =
    changes.some(({ field }) => field === debtField || isUnderCeiling(field)) && ceilingsAfter(base, after);
  const limits = changes.some(({ field }) => field === debtField) && after.limits;
  return { ...(ceilings ? { ceilings } : {}), ...(limits ? { limits } : {}) };
}

function limitsAfter(changes: readonly Pick<Change, "field" | "to">[], limits: Limits): Limits {
  const debt = changes.find(({ field }) => field === debtField);
  return debt ? { ...limits, externalDebt: toKobo(Number(debt.to)) } : limits;
}

/** The effects of better values of a field, tried mildest first, up to the first that raises the cap. */
function outcomesOf(
  { field, component, path, line, factor, mildestFirst }: Improvable,
  subject: Subject,
  base: Assessment,
): Outcomes {
  const from = fieldValue(subject.record, path);
  if (typeof from !== "number" && typeof from !== "boolean") return {};
  const voided = voidOf(component, base.points.voids) !== undefined;
  // A better value sets no ceiling: there is one to lift, or nothing changes.
  const lifting = base.ceilings.length > 0 && isUnderCeiling(field);
  if (voided && !lifting) return {};
  const now = heightAt(line, Number(from));
  const earned = base.points.perFactor[factor] ?? 0;
  // At an anchor the factor earns exactly the anchor's height: a whole number, so rounding has no effect.
  const gainedAt = ({ height }: Target) => (voided ? 0 : height - earned);
  const capAt = (target: Target) => {
    if (!lifting) return capAfter(base, gainedAt(target));
    const ceilings = ceilingsAfter(base, {
      ...subject,
      record: withField(subject.record, path, valueAt(target, from)),
    });
    return capAfter(base, gainedAt(target), { ceilings });
  };
  const outcomeAt = (target: Target): Outcome => {
    const capIncrease = minus(capAt(target), base.cap.amount);
    return { field, from, to: valueAt(target, from), capIncrease, gained: gainedAt(target) };
  };
  // Some dozens of values are tried for each score: only what is kept of them becomes an outcome.
  let last: Target | undefined;
  let cap = base.cap.amount;
  for (const target of mildestFirst) {
    if (target.height <= now) continue;
    last = target;
    cap = capAt(target);
    if (cap > base.cap.amount) break;
  }
  if (!last) return {};
  const best = gainedAt(last);
  // Half the effect of the best value is easier to reach than all of it.
  const half = mildestFirst.find((one) => one.height > now && gainedAt(one) > 0 && gainedAt(one) * 2 >= best);
  return {
    ...(cap > base.cap.amount ? { raising: outcomeAt(last) } : {}),
    ...(half ? { half: outcomeAt(half) } : {}),
  };
}

function valueAt({ x }: Target, from: number | boolean): number | boolean {
  return typeof from === "boolean" ? x === 1 : x;
}

function outcomesOfPaying({ field, path }: (typeof debts)[number], subject: Subject, base: Assessment): Outcomes {
  const { record, asOf, limits } = subject;
  const from = measure(record, path, asOf) ?? 0;
  // Paying off the record's debt does not settle a limit the caller set from another source.
  const known = field !== debtField || toKobo(from) === limits.externalDebt;
  if (from <= 0 || !known) return {};
  const change = { field, from, to: 0 };
  const after = withChanges(subject, [change]);
  const voided = voidOf(creditFactor.component, base.points.voids);
  const earned = base.points.perFactor[creditIndex] ?? 0;
  const gained = voided ? 0 : (creditFactor.earned(after.record, asOf) ?? earned) - earned;
  const capIncrease = minus(capAfter(base, gained, underCeilings([change], after, base)), base.cap.amount);
  const outcome = { ...change, capIncrease, gained };
  return { ...(capIncrease > 0 ? { raising: outcome } : {}), ...(gained > 0 ? { half: outcome } : {}) };
}

function inWords({ field, from, to, capIncrease, gained }: Outcome): Improvement {
  const scoreIncrease = gained / 100;
  const effect =
    capIncrease > 0 ? `raises the cap by ${groupedNaira(capIncrease)}` : `raises the score by ${scoreIncrease} points`;
  const message = `${labelOf(field)} ${plainValue(from)} → ${plainValue(to)} ${effect}`;
  return { field, from, to, capIncrease, scoreIncrease, message };
}
