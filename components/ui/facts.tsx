import type { ReactNode } from "react";

type Props = {
  /** Those without a value are left out: null, or an empty text. */
  items: readonly (readonly [label: string, value: ReactNode])[];
  /** The values are sentences: where there is little room, they stand below their names. */
  long?: boolean;
};

export function Facts({ items, long = false }: Props) {
  return (
    <dl
      className={`grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[minmax(9rem,auto)_1fr] sm:gap-x-6 ${long ? "" : "grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"}`}
    >
      {items
        .filter(([, value]) => value !== null && value !== "")
        .map(([label, value]) => (
          <div key={label} className={long ? "flex flex-col gap-1 sm:contents" : "contents"}>
            <dt className="text-muted">{label}</dt>
            <dd className={`wrap-anywhere min-w-0 ${long ? "max-w-prose" : ""}`}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
