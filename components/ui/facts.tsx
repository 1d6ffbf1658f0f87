import type { ReactNode } from "react";

/** Names and values of one thing. */
export function Facts({ items }: { items: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 gap-y-2 text-sm sm:grid-cols-[minmax(9rem,auto)_1fr] sm:gap-x-6">
      {items.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
