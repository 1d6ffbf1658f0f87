import type { ReactNode } from "react";

/** Names and values of one thing, in two columns where there is room. */
export function Facts({ items }: { items: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 text-sm sm:grid-cols-[minmax(9rem,auto)_1fr] sm:gap-y-2">
      {items.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere -mt-2 min-w-0 sm:mt-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
