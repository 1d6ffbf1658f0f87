import { linkLook } from "@/components/ui/button";
import { nairaText } from "@/lib/kernel/money";

type Month = { month: string; salesAmount: number; orderCount: number };

const height = 96;
const names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export function SalesChart({ months }: { months: readonly Month[] }) {
  if (months.length === 0) {
    return (
      <p className="rounded-lg border border-dashed border-stone-400 p-4 text-stone-700 dark:border-stone-600 dark:text-stone-300">
        No sales yet. They show here after the first full month.
      </p>
    );
  }
  const most = Math.max(...months.map(({ salesAmount }) => salesAmount));
  return (
    <div className="flex flex-col gap-3">
      <div aria-hidden="true" className="flex items-end gap-2">
        {months.map(({ month, salesAmount }) => (
          <div key={month} className="flex min-w-0 flex-1 flex-col gap-1 text-center text-xs">
            <span className="tabular-nums">{millions(salesAmount)}</span>
            <svg
              viewBox={`0 0 10 ${height}`}
              preserveAspectRatio="none"
              className="h-24 w-full text-brand dark:text-brand-soft"
            >
              <title>{month}</title>
              <rect
                x="0"
                width="10"
                y={height - (salesAmount / most) * height}
                height={(salesAmount / most) * height}
                fill="currentColor"
              />
            </svg>
            <span className="text-stone-700 dark:text-stone-300">{shortName(month)}</span>
          </div>
        ))}
      </div>
      <details>
        <summary className={`flex min-h-12 cursor-pointer items-center ${linkLook}`}>The figures as a table</summary>
        <table className="w-full text-sm">
          <caption className="sr-only">Sales a month</caption>
          <thead>
            <tr className="border-b border-stone-300 text-left dark:border-stone-700">
              {["Month", "Orders", "Sales"].map((name) => (
                <th key={name} scope="col" className="py-1.5 not-first:text-right">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, salesAmount, orderCount }) => (
              <tr key={month} className="border-b border-stone-200 tabular-nums dark:border-stone-800">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {shortName(month)} {month.slice(0, 4)}
                </th>
                <td className="py-1.5 text-right">{orderCount}</td>
                <td className="py-1.5 text-right">{nairaText(salesAmount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}

function shortName(month: string): string {
  return names[Number(month.slice(5)) - 1] ?? month;
}

function millions(naira: number): string {
  return naira < 1e6 ? `${Math.round(naira / 1e3)}k` : `${(naira / 1e6).toFixed(1)}m`;
}
