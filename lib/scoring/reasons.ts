import type { Assessment, Subject } from "./assess";
import { type Component, maxReasons } from "./constants";
import { factors } from "./factors";
import { fieldPath, fieldValue, measure } from "./fields";
import { labelOf, sentence, valueWithUnit } from "./wording";

/** Why the score is what it is: points more or less than a merchant gets of whom this is not known. */
export type Reason = { field: string; component: Component; points: number; message: string };

const forcing: Record<string, string> = {
  "behavioralRisk.hasFraudFlags": "Fraud flags force tier E",
  "behavioralRisk.policyViolationsSeverity": "A critical policy violation forces tier E",
};

/**
 * What weighs most, for and against, the heaviest first and before them whatever forces tier E. Fields of a component that
 * one fact voids are one reason together; equal ones come in the order of the model.
 */
export function reasonsFor(subject: Subject, { points, forcedBy }: Assessment): Reason[] {
  const hundredths = factors.map(({ neutral }, i) => (points.perFactor[i] ?? 0) - neutral);
  const reasons: Reason[] = [];
  let forced: Reason | undefined;
  const voided = points.voids.map(({ components, field, message }) => ({ components, field, message, lost: 0 }));
  factors.forEach(({ field, component }, i) => {
    const signed = hundredths[i] ?? 0;
    const cause = voided.find(({ components }) => components.includes(component));
    if (field === forcedBy) forced = { field, component, points: signed / 100, message: forcing[field] ?? "" };
    else if (cause) cause.lost += signed;
    else if (signed !== 0)
      reasons.push({ field, component, points: signed / 100, message: explain(field, signed, subject) });
  });
  for (const { components, field, message, lost } of voided) {
    // The fact that forces the tier is told already.
    const [component] = components;
    if (component && field !== forcedBy)
      reasons.unshift({ field, component, points: lost / 100, message: `${message}: ${signedPoints(lost)}` });
  }
  reasons.sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const room = maxReasons - (forced ? 1 : 0);
  const top = strongest(reasons, room);
  return forced ? [forced, ...top] : top;
}

/** The first `room` reasons, but no more than half for or against while the other side has some left. */
function strongest(reasons: Reason[], room: number): Reason[] {
  const half = Math.ceil(room / 2);
  const against = reasons.filter(({ points }) => points < 0).slice(0, half);
  const inFavour = reasons.filter(({ points }) => points > 0).slice(0, half);
  const chosen = new Set([...against, ...inFavour].slice(0, room));
  for (const reason of reasons) if (chosen.size < room) chosen.add(reason);
  return reasons.filter((reason) => chosen.has(reason));
}

function explain(field: string, hundredths: number, { record, asOf }: Subject): string {
  return `${sentence(`${labelOf(field)}${valueInWords()}`)}: ${signedPoints(hundredths)}`;

  function valueInWords(): string {
    if (field === "historicalCredit") return "";
    const path = fieldPath(field);
    const value = measure(record, path, asOf);
    if (value !== undefined) return ` ${valueWithUnit(field, value)}`;
    // What is left are closed lists, whose values the schema has checked.
    return ` ${String(fieldValue(record, path) ?? "none")
      .toLowerCase()
      .replaceAll("_", " ")}`;
  }
}

function signedPoints(hundredths: number): string {
  return `${hundredths > 0 ? "+" : "-"}${Math.abs(hundredths) / 100} points`;
}
