"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";

export function Notice({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  return (
    <section role="alert" className="flex flex-col items-start gap-4 py-6">
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
      <p className="text-stone-700 text-pretty dark:text-stone-300">{lead}</p>
      {children}
    </section>
  );
}

const bone = "rounded-(--radius-field) bg-stone-200 dark:bg-stone-800";

export function StepSkeleton() {
  return (
    <div role="status" className="flex min-h-96 animate-pulse flex-col gap-6 motion-reduce:animate-none">
      <span className="sr-only">One moment…</span>
      <div className={`h-8 w-2/3 ${bone}`} />
      <div className={`h-12 ${bone}`} />
      <div className={`h-12 ${bone}`} />
      <div className={`h-12 ${bone}`} />
    </div>
  );
}

/** Stands in for the journey while it loads: as high as the frame, so that the frame keeps its size. */
export function JourneySkeleton() {
  return (
    <div className="flex h-dvh max-h-160 flex-col gap-6 overflow-hidden py-4">
      <div className={`h-8 w-40 shrink-0 animate-pulse motion-reduce:animate-none ${bone}`} />
      <div className={`h-1.5 shrink-0 ${bone}`} />
      <StepSkeleton />
    </div>
  );
}

/** Covers the top of what the merchant sees of the frame, which is as high as the journey; what was typed stays. */
export function Ended(props: { reason: string; marketplace: string; retry: (() => void) | null }) {
  const { reason, marketplace, retry } = props;
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = note.current;
    const journey = element?.parentElement;
    if (!journey) return;
    const observer = new IntersectionObserver(([entry]) => {
      const seen = entry ? entry.intersectionRect.top - entry.boundingClientRect.top : 0;
      element.style.top = `${Math.max(0, seen)}px`;
    });
    observer.observe(journey);
    return () => observer.disconnect();
  }, []);

  return (
    <div
      ref={note}
      role="alert"
      className="absolute inset-x-0 top-0 z-10 flex flex-col gap-1 border-y-2 border-amber-700 bg-amber-50 px-4 py-4 text-amber-950 shadow-lg sm:px-6 dark:border-amber-500 dark:bg-amber-950 dark:text-amber-100"
    >
      <p className="font-semibold">{reason}</p>
      <p className="wrap-anywhere">To go on, open this again from {marketplace}.</p>
      {retry && (
        <p>
          <Button look="secondary" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
    </div>
  );
}
