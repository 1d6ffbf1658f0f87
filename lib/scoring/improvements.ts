import { toKobo } from "@/lib/money";
import { type Assessment, reassess, type Subject } from "./assess";
import { curves, improvableFields, maxImprovements } from "./constants";
import { heightAt, lineThrough } from "./curve";
import { fieldPath, fieldValue, measure, withField } from "./fields";
import { groupedNaira, labelOf, plainValue } from "./wording";

/** One thing a merchant could change, everything else as it is, and exactly what that would do. Cap in kobo. */
export type Improvement = {
  field: string;
  from: number | boolean;
  to: number | boolean;
  capIncrease: number;
  scoreIncrease: number;
  message: string;
};
type Change = Pick<Improvement, "field" | "from" | "to">;
type Outcome = Omit<Improvement, "message">;

const improvable = improvableFields.map((field) => {
  const { anchors, points } = curves[field];
  const line = lineThrough(anchors, points);
  const rising = (line.ys[0] ?? 0) < (line.ys.at(-1) ?? 0);
  return { field, path: fieldPath(field), line, mildestFirst: rising ? line.xs : line.xs.toReversed() };
});
const debts = ["historicalCredit.totalOutstanding", "historicalCredit.totalOverdue"].map((field) => ({
  field,
  path: fieldPath(field),
}));

/**
 * Exact counterfactuals, found by scoring again with one field changed: per field the mildest anchor of its curve that
 * raises the cap; the largest rises first. When no single change raises it, those that raise the score most, with a
 * `capIncrease` of 0. Empty when tier E is forced, because then no number helps.
 */
export function improvementsFor(subject: Subject, base: Assessment): Improvement[] {
  if (base.forcedBy) return [];
  const raisingCap: Outcome[] = [];
  const raisingScore: Outcome[] = [];
  for (const changes of changesOf(subject)) {
    const outcomes: Outcome[] = [];
    for (const change of changes) {
      const outcome = outcomeOf(change, subject, base);
      outcomes.push(outcome);
      if (outcome.capIncrease > 0) break;
    }
    const last = outcomes.at(-1);
    if (!last) continue;
    if (last.capIncrease > 0) raisingCap.push(last);
    // Half of what the best value would bring is within reach sooner than all of it.
    const half = outcomes.find(({ scoreIncrease }) => scoreIncrease > 0 && scoreIncrease * 2 >= last.scoreIncrease);
    if (half) raisingScore.push(half);
  }
  raisingCap.sort((a, b) => b.capIncrease - a.capIncrease);
  raisingScore.sort((a, b) => b.scoreIncrease - a.scoreIncrease);
  return (raisingCap.length > 0 ? raisingCap : raisingScore).slice(0, maxImprovements).map(inWords);
}

/** The subject with the changes made: debt that is paid off leaves the limits too. */
export function withChanges(subject: Subject, changes: readonly Pick<Change, "field" | "to">[]): Subject {
  let { record, limits } = subject;
  for (const { field, to } of changes) {
    record = withField(record, fieldPath(field), to);
    if (field === "historicalCredit.totalOutstanding") limits = { ...limits, externalDebt: toKobo(Number(to)) };
  }
  return { ...subject, record, limits };
}

/** Per field that could be better, the changes to try, mildest first. */
function changesOf({ record, asOf, limits }: Subject): Change[][] {
  const all: Change[][] = [];
  for (const { field, path, line, mildestFirst } of improvable) {
    const from = measure(record, path, asOf);
    if (from === undefined) continue;
    const now = heightAt(line, from);
    const isFlag = typeof fieldValue(record, path) === "boolean";
    const targets = mildestFirst.filter((x) => heightAt(line, x) > now);
    all.push(targets.map((to) => (isFlag ? { field, from: from === 1, to: to === 1 } : { field, from, to })));
  }
  for (const { field, path } of debts) {
    const from = measure(record, path, asOf) ?? 0;
    // Debt that the caller knows from elsewhere is not the record's to settle.
    const known = field !== "historicalCredit.totalOutstanding" || toKobo(from) === limits.externalDebt;
    if (from > 0 && known) all.push([{ field, from, to: 0 }]);
  }
  return all;
}

function outcomeOf(change: Change, subject: Subject, base: Assessment): Outcome {
  const { cap, points } = reassess(base, withChanges(subject, [change]), [change.field]);
  const capIncrease = cap.amount - base.cap.amount;
  const scoreIncrease = (points.total - base.points.total) / 100;
  return { ...change, capIncrease, scoreIncrease };
}

function inWords(outcome: Outcome): Improvement {
  const { field, from, to, capIncrease, scoreIncrease } = outcome;
  const effect =
    capIncrease > 0 ? `raises the cap by ${groupedNaira(capIncrease)}` : `raises the score by ${scoreIncrease} points`;
  return { ...outcome, message: `${labelOf(field)} ${plainValue(from)} → ${plainValue(to)} ${effect}` };
}
