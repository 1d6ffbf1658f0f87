import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "@/lib/kernel/process-wide";
import { deadlines } from "@/lib/terms/deadlines";

type Limits = { usual: number; within: AsyncLocalStorage<number> };

const limits: Limits = processWide("statement-limits", () => ({
  usual: deadlines.statement,
  within: new AsyncLocalStorage<number>(),
}));

/** How long a statement that begins here may take, in milliseconds. */
export function statementLimit(): number {
  return limits.within.getStore() ?? limits.usual;
}

/** What a connection is opened with. */
export function usualLimit(): number {
  return limits.usual;
}

/** For a process of a person at a terminal, before its first statement: nobody waits for it but them. */
export function takeTime(): void {
  limits.usual = deadlines.longStatement;
}

/** Within `work`, statements may take longer: the caller tells the database (`longTransaction`). */
export function withLimit<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  return limits.within.run(milliseconds, work);
}
