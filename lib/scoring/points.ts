import type { MerchantRecord } from "@/lib/ingestion/schema";
import type { Component } from "./constants";
import { factors } from "./factors";
import { type Void, voidsOf } from "./voids";

/** Hundredths of a point: per factor (in the order of `factors`), per component, and their sum. */
export type Points = {
  perFactor: number[];
  perComponent: Record<Component, number>;
  total: number;
  voids: Void[];
};

/** Scores every factor; a missing one is neutral, a voided one 0. Total 0 to 10,000 (decisions, section 5). */
export function pointsOf(record: MerchantRecord, asOf: Date): Points {
  const voids = voidsOf(record);
  const perComponent = {
    salesPerformance: 0,
    revenueConsistency: 0,
    fulfillmentOps: 0,
    payoutCashFlow: 0,
    stabilityTenure: 0,
    riskBehavior: 0,
  };
  let total = 0;
  const perFactor = factors.map(({ component, earned, neutral }) => {
    const voided = voids.some(({ components }) => components.includes(component));
    const points = voided ? 0 : (earned(record, asOf) ?? neutral);
    perComponent[component] += points;
    total += points;
    return points;
  });
  return { perFactor, perComponent, total, voids };
}

/** The points after a change to these fields, none of which voids anything. Only their factors are scored again. */
export function pointsAfter(base: Points, record: MerchantRecord, asOf: Date, changed: readonly string[]): Points {
  const perFactor = base.perFactor.slice();
  const perComponent = { ...base.perComponent };
  let { total } = base;
  factors.forEach(({ field, component, earned, neutral }, i) => {
    if (!changed.some((name) => name === field || name.startsWith(`${field}.`))) return;
    if (base.voids.some(({ components }) => components.includes(component))) return;
    const points = earned(record, asOf) ?? neutral;
    const difference = points - (perFactor[i] ?? 0);
    perFactor[i] = points;
    perComponent[component] += difference;
    total += difference;
  });
  return { ...base, perFactor, perComponent, total };
}
