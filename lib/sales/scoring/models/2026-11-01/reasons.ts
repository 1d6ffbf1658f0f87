import { type FieldPath, fieldValue, measure } from "@/lib/sales/scoring/fields";
import { labelOf, sentence, valueWithUnit } from "@/lib/sales/scoring/labels";
import type { Subject } from "@/lib/sales/scoring/subject";
import type { Component } from "@/lib/terms/scoring/constants";
import type { Assessment } from "./assess";
import { maxReasons } from "./constants";
import { factors } from "./factors";
import { voidOf } from "./points";

/** A reason for the score: points more or less than a merchant gets when this is unknown. */
export type Reason = { field: string; component: Component; points: number; message: string };

/** A reason before its text is made: a fact with its text, or a field to describe. */
type Weight = { field: string; component: Component; hundredths: number; fact?: string; path?: FieldPath };

const forcing: Record<string, string> = {
  "behavioralRisk.hasFraudFlags": "Fraud flags force tier E",
  "behavioralRisk.policyViolationsSeverity": "A critical policy violation forces tier E",
};

/**
 * The heaviest reasons, for and against, heaviest first, after whatever forces tier E. Fields of a component voided by
 * one fact form a single reason; ties are in the order of the model.
 */
export function reasonsFor(subject: Subject, { points, forcedBy }: Assessment): Reason[] {
  const weights: Weight[] = [];
  const voided = new Map(points.voids.map((one) => [one, 0]));
  let forced: Reason | undefined;
  factors.forEach(({ field, component, neutral, path }, i) => {
    const hundredths = (points.perFactor[i] ?? 0) - neutral;
    const cause = voidOf(component, points.voids);
    if (field === forcedBy) forced = { field, component, points: hundredths / 100, message: forcing[field] ?? "" };
    else if (cause) voided.set(cause, (voided.get(cause) ?? 0) + hundredths);
    else if (hundredths !== 0) weights.push({ field, component, hundredths, path });
  });
  for (const [{ components, field, message }, hundredths] of voided) {
    // The fact that forces the tier is already listed.
    const [component] = components;
    if (component && field !== forcedBy) weights.unshift({ field, component, hundredths, fact: message });
  }
  weights.sort((a, b) => Math.abs(b.hundredths) - Math.abs(a.hundredths));
  const top = strongest(weights, maxReasons - (forced ? 1 : 0)).map((weight) => inWords(weight, subject));
  return forced ? [forced, ...top] : top;
}

/** The first `room` of these, but no more than half for or against while the other side has any left. */
function strongest(weights: Weight[], room: number): Weight[] {
  const half = Math.ceil(room / 2);
  const against = weights.filter(({ hundredths }) => hundredths < 0).slice(0, half);
  const inFavour = weights.filter(({ hundredths }) => hundredths > 0).slice(0, half);
  const chosen = new Set([...against, ...inFavour].slice(0, room));
  for (const weight of weights) if (chosen.size < room) chosen.add(weight);
  return weights.filter((weight) => chosen.has(weight));
}

function inWords({ field, component, hundredths, fact, path }: Weight, subject: Subject): Reason {
  const what = fact ?? `${sentence(labelOf(field))}${path ? ` ${valueInWords(field, path, subject)}` : ""}`;
  const signed = `${hundredths > 0 ? "+" : "-"}${Math.abs(hundredths) / 100}`;
  return { field, component, points: hundredths / 100, message: `${what}: ${signed} points` };
}

function valueInWords(field: string, path: FieldPath, { record, asOf }: Subject): string {
  const value = measure(record, path, asOf);
  if (value !== undefined) return valueWithUnit(field, value);
  // The remaining fields are closed lists, whose values the schema has checked.
  return String(fieldValue(record, path) ?? "none")
    .toLowerCase()
    .replaceAll("_", " ");
}
