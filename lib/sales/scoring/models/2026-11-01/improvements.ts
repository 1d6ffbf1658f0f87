import { type Kobo, minus, toKobo } from "@/lib/kernel/money";
import { fieldPath, fieldValue, measure, withField } from "@/lib/sales/scoring/fields";
import { groupedNaira, labelOf, plainValue } from "@/lib/sales/scoring/labels";
import type { Subject } from "@/lib/sales/scoring/subject";
import { heightAt, lineThrough } from "@/lib/terms/scoring/curve";
import type { Limits } from "@/lib/terms/scoring/limits";
import { type Assessment, capAfter } from "./assess";
import { curves, improvableFields, maxImprovements } from "./constants";
import { creditFactor, factors } from "./factors";
import { voidOf } from "./points";

/** One change a merchant could make, all else being equal, and its exact effect. */
export type Improvement = {
  field: string;
  from: number | boolean;
  to: number | boolean;
  capIncrease: Kobo;
  scoreIncrease: number;
  message: string;
};
type Change = Pick<Improvement, "field" | "from" | "to">;
/** The effect of a change; `gained` in hundredths of a point. */
type Outcome = Change & { capIncrease: Kobo; gained: number };

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

const outstanding = "historicalCredit.totalOutstanding";
const debts = [outstanding, "historicalCredit.totalOverdue"].map((field) => ({ field, path: fieldPath(field) }));
const creditIndex = factors.indexOf(creditFactor);

/**
 * Exact counterfactuals, found by rescoring what one changed field affects (its factor, the tier, the cap): for each
 * field the mildest anchor of its curve that raises the cap, largest increase first. If none does, those that raise the
 * score most. Empty when tier E is forced, because then no change helps.
 */
export function improvementsFor(subject: Subject, base: Assessment): Improvement[] {
  if (base.forcedBy) return [];
  const raisingCap: Outcome[] = [];
  const raisingScore: Outcome[] = [];
  const keep = (outcomes: readonly Outcome[]) => {
    const last = outcomes.at(-1);
    if (!last) return;
    if (last.capIncrease > 0) raisingCap.push(last);
    // Half the effect of the best value is easier to reach than all of it.
    const half = outcomes.find(({ gained }) => gained > 0 && gained * 2 >= last.gained);
    if (half) raisingScore.push(half);
  };
  for (const field of improvable) keep(outcomesOf(field, subject, base));
  for (const debt of debts) keep(outcomesOfPaying(debt, subject, base));
  raisingCap.sort((a, b) => b.capIncrease - a.capIncrease);
  raisingScore.sort((a, b) => b.gained - a.gained);
  return (raisingCap.length > 0 ? raisingCap : raisingScore).slice(0, maxImprovements).map(inWords);
}

/** The cap with all of these changes made. No two affect the same factor, so their gains add up. */
export function capWith(improvements: readonly Improvement[], base: Assessment): Kobo {
  const gained = improvements.reduce((sum, { scoreIncrease }) => sum + Math.round(scoreIncrease * 100), 0);
  return capAfter(base, gained, limitsAfter(improvements, base.limits));
}

/** The subject with the changes made; debt that is paid off also leaves the limits. */
function withChanges(subject: Subject, changes: readonly Pick<Change, "field" | "to">[]): Subject {
  let { record } = subject;
  for (const { field, to } of changes) record = withField(record, fieldPath(field), to);
  return { ...subject, record, limits: limitsAfter(changes, subject.limits) };
}

function limitsAfter(changes: readonly Pick<Change, "field" | "to">[], limits: Limits): Limits {
  const debt = changes.find(({ field }) => field === outstanding);
  return debt ? { ...limits, externalDebt: toKobo(Number(debt.to)) } : limits;
}

/** The effects of better values of a field, mildest first, up to the first that raises the cap. */
function outcomesOf(
  { field, component, path, line, factor, mildestFirst }: Improvable,
  { record }: Subject,
  base: Assessment,
): Outcome[] {
  const outcomes: Outcome[] = [];
  const from = fieldValue(record, path);
  if (typeof from !== "number" && typeof from !== "boolean") return outcomes;
  if (voidOf(component, base.points.voids)) return outcomes;
  const now = heightAt(line, Number(from));
  const earned = base.points.perFactor[factor] ?? 0;
  // At an anchor the factor earns exactly the anchor's height: a whole number, so rounding has no effect.
  for (const { x, height } of mildestFirst) {
    if (height <= now) continue;
    const gained = height - earned;
    const capIncrease = minus(capAfter(base, gained), base.cap.amount);
    outcomes.push({ field, from, to: typeof from === "boolean" ? x === 1 : x, capIncrease, gained });
    if (capIncrease > 0) break;
  }
  return outcomes;
}

/** The effect of paying off debt elsewhere; empty without any. */
function outcomesOfPaying({ field, path }: (typeof debts)[number], subject: Subject, base: Assessment): Outcome[] {
  const { record, asOf, limits } = subject;
  const from = measure(record, path, asOf) ?? 0;
  // Paying off the record's debt does not settle a limit the caller set from another source.
  const known = field !== outstanding || toKobo(from) === limits.externalDebt;
  if (from <= 0 || !known) return [];
  const after = withChanges(subject, [{ field, to: 0 }]);
  const voided = voidOf(creditFactor.component, base.points.voids);
  const earned = base.points.perFactor[creditIndex] ?? 0;
  const gained = voided ? 0 : (creditFactor.earned(after.record, asOf) ?? earned) - earned;
  const capIncrease = minus(capAfter(base, gained, after.limits), base.cap.amount);
  return [{ field, from, to: 0, capIncrease, gained }];
}

function inWords({ field, from, to, capIncrease, gained }: Outcome): Improvement {
  const scoreIncrease = gained / 100;
  const effect =
    capIncrease > 0 ? `raises the cap by ${groupedNaira(capIncrease)}` : `raises the score by ${scoreIncrease} points`;
  const message = `${labelOf(field)} ${plainValue(from)} → ${plainValue(to)} ${effect}`;
  return { field, from, to, capIncrease, scoreIncrease, message };
}
