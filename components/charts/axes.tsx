import { CartesianGrid, Tooltip, XAxis, YAxis } from "recharts";
import type { ChartProps, Point } from "./chart-props";
import { drawnSeries } from "./chart-props";
import { formatShort, formatValue } from "./format-value";
import { marksOf } from "./scale";

type Drawn = Omit<ChartProps, "title">;

const labelOf = ({ label }: Point) => label;

export const valueIn =
  (key: string) =>
  ({ values }: Point) =>
    values[key] ?? null;

export const margin = { top: 6, right: 8, bottom: 0, left: 0 };

export function Axes(drawn: Drawn) {
  const { series, format } = drawn;
  const marks = marksOf(drawn);
  const tick = { fill: "currentColor", fontSize: 12 };
  return (
    <>
      <CartesianGrid vertical={false} stroke="currentColor" strokeOpacity={0.15} />
      <XAxis
        height={24}
        dataKey={labelOf}
        tick={tick}
        tickLine={false}
        axisLine={false}
        minTickGap={24}
        interval="preserveStartEnd"
      />
      <YAxis
        width={56}
        tick={tick}
        tickLine={false}
        axisLine={false}
        ticks={marks}
        domain={[marks[0] ?? 0, marks.at(-1) ?? 1]}
        tickFormatter={(value: number) => formatShort(value, format)}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ stroke: "currentColor", strokeOpacity: 0.25, fill: "currentColor", fillOpacity: 0.06 }}
        content={({ active, payload }) => {
          const point: Point | undefined = payload[0]?.payload;
          if (!active || !point) return null;
          return (
            <dl className="rounded-md border border-line bg-surface px-3 py-2 text-xs text-ink tabular-nums shadow-md">
              <dt className="font-semibold">{point.label}</dt>
              {drawnSeries(series).map(({ key, label, look }) => (
                <dd key={key} className="flex gap-4">
                  <span className={`font-medium ${look}`}>{label}</span>
                  <span className="ms-auto">{formatValue(point.values[key], format)}</span>
                </dd>
              ))}
            </dl>
          );
        }}
      />
    </>
  );
}
