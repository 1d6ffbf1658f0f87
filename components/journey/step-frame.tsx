"use client";

import { type ReactNode, useEffect, useRef } from "react";

/** A step of the journey: its heading, which takes the focus when the step comes up, and what is under it. */
export function StepFrame(props: { title: string; lead?: ReactNode; children: ReactNode }) {
  const { title, lead, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Not on the first step that is shown: the journey does not take the focus from the host's page by itself.
    if (!document.hasFocus()) return;
    heading.current?.focus({ preventScroll: true });
    // What was pressed for it may have stood far below.
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

/** A group of things that belong together. */
export function Card({ title, aside, children }: { title?: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3 rounded-(--radius-field) border border-stone-300 bg-white p-4 dark:border-stone-700 dark:bg-stone-900">
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

/** Names with their values, one a line; on narrow screens the value stands below. */
export function Facts({ rows }: { rows: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="flex flex-col gap-2">
      {rows.map(({ name, value }) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-stone-700 dark:text-stone-300">{name}</dt>
          <dd className="wrap-anywhere font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Says that something came from the marketplace and has not been changed since. */
export function FromMarketplace({ name }: { name: string }) {
  return <span className="wrap-anywhere text-sm text-stone-600 dark:text-stone-400">from {name}</span>;
}
