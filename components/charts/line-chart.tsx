"use client";

import { ChartFrame } from "./chart-frame";
import type { ChartProps } from "./chart-props";

const load = () => import("./drawn-lines");

/** Lines from point to point: for what goes up and down in the course of time. */
export function LineChart(chart: ChartProps) {
  return <ChartFrame {...chart} load={load} />;
}
