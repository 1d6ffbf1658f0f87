import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "@/lib/kernel/process-wide";
import type { WakeUp } from "@/lib/kernel/wake-up";

/** Of few values each: never a body, an address, a person or a secret. */
export type Attributes = Record<string, string | number>;

export type About = {
  /** An operation, a task or a provider. */
  name: string;
  kind: "request" | "job" | "call";
  attributes?: Attributes;
  /** A `traceparent` (W3C Trace Context) of what caused it, when that is not what is under way here. */
  parent?: string | undefined;
};

export type Span = { traceparent: string; set: (attributes: Attributes) => void; end: (failed: boolean) => void };

/** Begins spans, and keeps for work that is done later what it was caused by (lib/platform/tracing/open-tracing.ts). */
export type Tracing = { begin: (about: About) => Span; carry: (woken: WakeUp, traceparent: string) => void };

const state: { tracing?: Tracing; current: AsyncLocalStorage<Span> } = processWide("tracing", () => ({
  current: new AsyncLocalStorage<Span>(),
}));

export function setTracing(tracing: Tracing | undefined): void {
  if (tracing) state.tracing = tracing;
  else delete state.tracing;
}

export const isTracing = (): boolean => state.tracing !== undefined;

/** Does work as a span of a trace: below the one it runs in, or its parent's. Where nobody traces it only does the work. */
export function inSpan<T>(about: About, work: (span?: Span) => Promise<T>): Promise<T> {
  const { tracing, current } = state;
  if (!tracing) return work();
  const span = tracing.begin({ ...about, parent: about.parent ?? current.getStore()?.traceparent });
  return current.run(span, async () => {
    let failed = true;
    try {
      const result = await work(span);
      failed = false;
      return result;
    } finally {
      span.end(failed);
    }
  });
}

/** What runs here and now, where anybody traces. */
export const currentSpan = (): Span | undefined => (state.tracing ? state.current.getStore() : undefined);

/** Does what was asked for in a span, somewhere else, as part of that span; with none, as part of none. */
export function within<T>(span: Span | undefined, work: () => T): T {
  return span && state.tracing ? state.current.run(span, work) : work();
}

/** That the work on a row was caused by what runs here. */
export function carryTrace(woken: WakeUp): void {
  const span = currentSpan();
  if (span) state.tracing?.carry(woken, span.traceparent);
}
