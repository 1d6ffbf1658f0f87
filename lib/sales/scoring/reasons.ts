import { type Component, maxReasons } from "@/lib/terms/scoring/constants";
import type { Reason } from "@/lib/terms/scoring/result";
import type { Assessment } from "./assess";
import type { Ceiling } from "./ceilings";
import { type Factor, factors } from "./factors";
import { fieldPath, fieldValue, measure } from "./fields";
import { counted, labelOf, sentence, valueWithUnit } from "./labels";
import type { Subject } from "./subject";
import { isAbove, tierOf } from "./tiers";
import { voidOf } from "./voids";

type Weight = { field: string; component: Component; hundredths: number; fact?: string; factor?: Factor };

const forcing: Record<string, string> = {
  "behavioralRisk.hasFraudFlags": "Fraud flags force tier E",
  "behavioralRisk.policyViolationsSeverity": "A critical policy violation forces tier E",
};

/** A field of the credit history is part of its one factor. */
const factorOf = new Map(factors.flatMap((factor, i) => [[factor.field, i] as const]));
const indexOf = (field: string) => factorOf.get(field) ?? factorOf.get(field.split(".")[0] ?? "");

/**
 * Heaviest first, after whatever holds the tier down. Fields of a component voided by one fact are a single reason;
 * ties are in the order of the model.
 */
export function reasonsFor(subject: Subject, assessment: Assessment): Reason[] {
  const { points, forcedBy } = assessment;
  const holding = forcedBy
    ? [held(forcedBy, forcing[forcedBy] ?? "", assessment)]
    : bindingCeilings(assessment).map((ceiling) => held(ceiling.field, ceilingInWords(ceiling, subject), assessment));
  const told = new Set(holding.map(({ field }) => indexOf(field)));
  const weights: Weight[] = [];
  const voided = new Map(points.voids.map((one) => [one, 0]));
  factors.forEach((factor, i) => {
    const { field, component, neutral } = factor;
    const hundredths = (points.perFactor[i] ?? 0) - neutral;
    const cause = voidOf(component, points.voids);
    if (told.has(i)) return;
    if (cause) voided.set(cause, (voided.get(cause) ?? 0) + hundredths);
    else if (hundredths !== 0) weights.push({ field, component, hundredths, factor });
  });
  for (const [{ components, field, message }, hundredths] of voided) {
    // The fact that forces the tier is already listed.
    const [component] = components;
    if (component && field !== forcedBy) weights.unshift({ field, component, hundredths, fact: message });
  }
  weights.sort((a, b) => Math.abs(b.hundredths) - Math.abs(a.hundredths));
  const room = Math.max(0, maxReasons - holding.length);
  return [...holding, ...strongest(weights, room).map((weight) => inWords(weight, subject))];
}

/** The ceilings that lower the tier; those above the tier of the total hold nothing down. */
export function bindingCeilings({ ceilings, forcedBy, points }: Assessment): Ceiling[] {
  if (forcedBy) return [];
  return ceilings.filter(({ highest }) => isAbove(tierOf(points.total), highest));
}

function held(field: string, message: string, { points }: Assessment): Reason {
  const i = indexOf(field);
  const factor = i === undefined ? undefined : factors[i];
  const hundredths = i === undefined ? 0 : (points.perFactor[i] ?? 0) - (factor?.neutral ?? 0);
  return { field, component: factor?.component ?? "riskBehavior", points: hundredths / 100, message };
}

function ceilingInWords({ field, highest, missing, adverse }: Ceiling, { record, asOf }: Subject): string {
  if (adverse) {
    const { flags, silent } = adverse;
    const signs = [
      flags.length && counted(flags.length, "risk flag"),
      silent && `${counted(silent, "field")} never shared`,
    ];
    return `${signs.filter(Boolean).join(" and ")}: tier ${highest} at best`;
  }
  const label = sentence(labelOf(field));
  if (missing) return `${label} was never shared: tier ${highest} at best`;
  const value = measure(record, fieldPath(field), asOf) ?? 0;
  return `${label} ${valueWithUnit(field, value)}: tier ${highest} at best`;
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

function inWords({ field, component, hundredths, fact, factor }: Weight, subject: Subject): Reason {
  const what = fact ?? `${sentence(labelOf(field))}${valueInWords(factor, subject)}`;
  const signed = `${hundredths > 0 ? "+" : "-"}${Math.abs(hundredths) / 100}`;
  return { field, component, points: hundredths / 100, message: `${what}: ${signed} points` };
}

function valueInWords(factor: Factor | undefined, { record, asOf }: Subject): string {
  if (!factor?.path) return "";
  const { field, path, counted } = factor;
  const value = measure(record, path, asOf);
  if (value !== undefined) {
    const counts = counted?.(record) ?? value;
    const less = counts < value ? `, counted as ${valueWithUnit(field, Math.round(counts * 100) / 100)}` : "";
    return ` ${valueWithUnit(field, value)}${less}`;
  }
  // The remaining fields are closed lists, whose values the schema has checked.
  const text = String(fieldValue(record, path) ?? "none");
  return ` ${text.toLowerCase().replaceAll("_", " ")}`;
}
