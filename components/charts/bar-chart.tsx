"use client";

import { ChartFrame } from "./chart-frame";
import type { ChartProps } from "./chart-props";

const load = () => import("./drawn-bars");

/** Bars side by side for every point: for what belongs to a day or a kind, and is compared with its neighbours. */
export function BarChart(chart: ChartProps) {
  return <ChartFrame {...chart} load={load} />;
}
