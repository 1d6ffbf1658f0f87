import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { type Component, components } from "@/lib/terms/scoring/constants";
import { factors } from "./factors";
import { type Void, voidOf, voidsOf } from "./voids";

/** Hundredths of a point: per factor (in the order of `factors`), per component, and their sum. */
export type Points = { perFactor: number[]; perComponent: Record<Component, number>; total: number; voids: Void[] };

const noPoints = Object.fromEntries(components.map((name) => [name, 0])) as Record<Component, number>;

/** Scores every factor; a missing one is neutral, a voided one 0. Total 0 to 10,000. */
export function pointsOf(record: MerchantRecord, asOf: Date): Points {
  const voids = voidsOf(record);
  const perComponent = { ...noPoints };
  let total = 0;
  const perFactor = factors.map(({ component, earned, neutral }) => {
    const points = voidOf(component, voids) ? 0 : (earned(record, asOf) ?? neutral);
    perComponent[component] += points;
    total += points;
    return points;
  });
  return { perFactor, perComponent, total, voids };
}
