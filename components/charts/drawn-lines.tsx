import { Line, LineChart, ResponsiveContainer } from "recharts";
import { Axes, margin, valueIn } from "./axes";
import { type ChartProps, drawnSeries } from "./chart-props";

export default function DrawnLines(chart: Omit<ChartProps, "title">) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart data={chart.points} margin={margin} accessibilityLayer={false}>
        <Axes {...chart} />
        {drawnSeries(chart.series).map(({ key, look }) => (
          <Line
            key={key}
            dataKey={valueIn(key)}
            stroke="currentColor"
            strokeWidth={2}
            // One point has no line to be seen by.
            dot={chart.points.length === 1}
            className={look}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}
