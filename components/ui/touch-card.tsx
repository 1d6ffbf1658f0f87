import type { ReactNode } from "react";

export const cardLook =
  "flex flex-col gap-3 rounded-(--radius-field) border border-stone-300 bg-white p-4 dark:border-stone-700 dark:bg-stone-900";

/** A group of things that belong together, on pages made for thumbs; `card.tsx` is the denser one. */
export function Card({ title, aside, children }: { title?: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={cardLook}>
      {title && (
        <header className="flex flex-wrap items-baseline justify-between gap-3">
          <h2 className="wrap-anywhere min-w-0 font-semibold">{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}

/** Names with their values, one a line; null values are left out. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  const shown = rows.filter(([, value]) => value !== null);
  return (
    <dl className="flex flex-col gap-2">
      {shown.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-stone-700 dark:text-stone-300">{name}</dt>
          <dd className="wrap-anywhere font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
