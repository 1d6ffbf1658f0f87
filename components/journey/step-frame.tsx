"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { useJourney } from "./context";

/** A step of the journey; its heading takes the focus when the step comes up. */
export function StepFrame(props: { title: string; lead?: ReactNode; children: ReactNode }) {
  const { title, lead, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The first step must not take the focus from the host's page.
    if (!document.hasFocus()) return;
    heading.current?.focus({ preventScroll: true });
    // The button pressed for it may have been far below.
    heading.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section className="flex flex-col gap-6">
      <header className="flex flex-col gap-2">
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-tight text-balance outline-none">
          {title}
        </h1>
        {lead && <p className="text-stone-700 text-pretty dark:text-stone-300">{lead}</p>}
      </header>
      {children}
    </section>
  );
}

/** A box in the look of the journey's cards. */
export const cardLook =
  "flex flex-col gap-3 rounded-(--radius-field) border border-stone-300 bg-white p-4 dark:border-stone-700 dark:bg-stone-900";

/** A group of things that belong together. */
export function Card({ title, aside, children }: { title?: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={cardLook}>
      {title && (
        <header className="flex flex-wrap items-baseline justify-between gap-3">
          <h2 className="font-semibold">{title}</h2>
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

/** Marks what came from the marketplace and is unchanged. */
export function FromMarketplace() {
  const { name } = useJourney().session.marketplace;
  return <span className="wrap-anywhere text-sm text-stone-600 dark:text-stone-400">from {name}</span>;
}
