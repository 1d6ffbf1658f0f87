import { Bar, BarChart, ResponsiveContainer } from "recharts";
import { Axes, margin, valueIn } from "./axes";
import { type ChartProps, drawnSeries } from "./chart-props";

export default function DrawnBars(chart: Omit<ChartProps, "title">) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={chart.points} margin={margin} accessibilityLayer={false} barGap={1} barCategoryGap="20%">
        <Axes {...chart} />
        {drawnSeries(chart.series).map(({ key, look }) => (
          <Bar
            key={key}
            dataKey={valueIn(key)}
            {...(chart.stacked && { stackId: "whole" })}
            fill="currentColor"
            className={look}
            isAnimationActive={false}
            maxBarSize={28}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
