"use client";

import { type ReactNode, useEffect, useRef } from "react";

/** A step of an application or a loan; its heading takes the focus when the step comes up. */
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
