import type { ChartProps } from "./chart-props";
import { formatValue } from "./format-value";

/** The figures of a chart as a table, the newest first as in every list. */
export function FiguresTable({ title, series, points, format, axis = "Day" }: ChartProps) {
  return (
    <table className="w-full text-sm tabular-nums">
      <caption className="sr-only">{title}</caption>
      <thead className="sticky top-0 bg-surface text-muted">
        <tr>
          <th scope="col" className="py-1.5 pe-3 text-start font-medium">
            {axis}
          </th>
          {series.map(({ key, label }) => (
            <th key={key} scope="col" className="py-1.5 ps-3 text-end font-medium">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map(({ label, values }) => (
          <tr key={label} className="border-t border-line">
            <th scope="row" className="whitespace-nowrap py-1.5 pe-3 text-start font-normal">
              {label}
            </th>
            {series.map(({ key }) => (
              <td key={key} className="whitespace-nowrap py-1.5 ps-3 text-end">
                {formatValue(values[key], format)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
