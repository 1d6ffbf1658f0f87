import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import {
  type Component,
  type Curve,
  creditConduct,
  curves,
  levels,
  neutral,
  sizeCurves,
} from "@/lib/terms/scoring/constants";
import { heightAt, lineThrough } from "@/lib/terms/scoring/curve";
import { debtField } from "@/lib/terms/scoring/limits";
import { type FieldPath, fieldPath, fieldValue, measure } from "./fields";
import { lowestReading } from "./sales";

/** One scored field. Points are whole hundredths, so sums are exact. */
export type Factor = {
  readonly field: string;
  /** Undefined when the factor is a whole group. */
  readonly path?: FieldPath;
  readonly component: Component;
  readonly neutral: number;
  /** How much of the value counts, where not all of it does. */
  readonly counted?: (record: MerchantRecord) => number;
  readonly earned: (record: MerchantRecord, asOf: Date) => number | undefined;
};

const curveFactors = Object.entries(curves).map(([field, { component, points, anchors }]): Factor => {
  const path = fieldPath(field);
  const line = lineThrough(anchors, points);
  return {
    field,
    path,
    component,
    neutral: points * neutral,
    earned: (record, asOf) => {
      const value = measure(record, path, asOf);
      return value === undefined ? undefined : Math.round(heightAt(line, value));
    },
  };
});

const sizeFactors = Object.entries<Curve>(sizeCurves).map(([field, { component, points, anchors }]): Factor => {
  const path = fieldPath(field);
  const line = lineThrough(anchors, points);
  const counted = (record: MerchantRecord) =>
    Math.min(Number(fieldValue(record, path)), lowestReading(record.salesPerformance));
  return {
    field,
    path,
    component,
    neutral: points * neutral,
    counted,
    earned: (record) => Math.round(heightAt(line, counted(record))),
  };
});

const levelFactors = Object.entries(levels).map(([field, { component, points, percent }]): Factor => {
  const path = fieldPath(field);
  const earned = new Map(Object.entries(percent).map(([value, share]) => [value, share * points]));
  return {
    field,
    path,
    component,
    neutral: points * neutral,
    earned: (record) => {
      const value = fieldValue(record, path);
      if (value === null) return earned.get("none");
      return typeof value === "string" ? earned.get(value) : undefined;
    },
  };
});

const adjustments = Object.entries(creditConduct.adjustments).map(
  ([key, anchors]) => [fieldPath(`historicalCredit.${key}`), lineThrough(anchors)] as const,
);

export const creditFactor: Factor = {
  field: "historicalCredit",
  component: creditConduct.component,
  neutral: creditConduct.points * neutral,
  earned: (record, asOf) => {
    if (!record.historicalCredit) return undefined;
    let percent = neutral;
    for (const [path, line] of adjustments) percent += heightAt(line, measure(record, path, asOf) ?? 0);
    return Math.round(creditConduct.points * Math.min(100, Math.max(0, percent)));
  },
};

/** Every scored field, in the order of the components. */
export const factors: readonly Factor[] = [...sizeFactors, ...curveFactors, ...levelFactors, creditFactor];

/** Months of the history apart. Where later data is silent, what was said stands (docs/scoring.md#carry-over). */
export const scoredFields: ReadonlySet<string> = new Set([
  ...[sizeCurves, curves, levels].flatMap((fields) => Object.keys(fields)),
  ...Object.keys(creditConduct.adjustments).map((field) => `historicalCredit.${field}`),
  debtField,
]);
