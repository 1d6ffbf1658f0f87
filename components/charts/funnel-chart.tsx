import { type ChartProps, drawnSeries } from "./chart-props";
import { formatValue } from "./format-value";

/** One series, whose points are the steps. It is its own table, and is there without any script. */
export function FunnelChart({ title, series: given, points, format, axis = "Step" }: ChartProps) {
  const [series] = drawnSeries(given);
  if (!series) return null;
  const valueIn = (place: number) => points[place]?.values[series.key] ?? 0;
  const most = Math.max(1, ...points.map((_, place) => valueIn(place)));
  return (
    <figure className="min-w-0">
      <table className="w-full text-sm tabular-nums">
        <caption className="pb-3 text-start leading-6 font-semibold">{title}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{axis}</th>
            <th scope="col">{series.label}</th>
            <th scope="col">Share of the first</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ label }, place) => (
            <tr key={label}>
              <th scope="row" className="w-px whitespace-nowrap py-1.5 pe-3 text-start font-normal">
                {label}
              </th>
              <td className="py-1.5">
                <span className="flex items-center gap-3">
                  <svg className={`h-4 w-0 min-w-8 grow ${series.look}`} aria-hidden="true">
                    <rect width="100%" height="100%" rx="3" fill="currentColor" opacity="0.12" />
                    <rect width={`${(valueIn(place) / most) * 100}%`} height="100%" rx="3" fill="currentColor" />
                  </svg>
                  <span className="w-9 text-end font-medium sm:w-16">{formatValue(valueIn(place), format)}</span>
                </span>
              </td>
              <td className="w-px whitespace-nowrap py-1.5 ps-3 text-end text-muted">
                {formatValue(valueIn(0) === 0 ? null : (valueIn(place) / valueIn(0)) * 100, "percent")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
