import { processWide } from "@/lib/kernel/process-wide";

/** A call by the demo's server to the Marketplace API; the path is relative to it. Keys and bodies are not kept. */
export type DemoCall = {
  number: number;
  at: string;
  method: string;
  path: string;
  /** Null: no response. */
  status: number | null;
};

/** Most calls kept, for all merchants together. */
const kept = 500;

type Log = { number: number; calls: (DemoCall & { ref: string })[] };
const log: Log = processWide("demo-calls", () => ({ number: 0, calls: [] }));

/** Remembers a call made for a merchant, for the life of this process. */
export function noteCall(ref: string, call: Omit<DemoCall, "number">): void {
  log.number += 1;
  log.calls.push({ ...call, ref, number: log.number });
  if (log.calls.length > kept) log.calls.shift();
}

export function callsFor(ref: string): DemoCall[] {
  return log.calls
    .filter((call) => call.ref === ref)
    .map(({ number, at, method, path, status }) => ({ number, at, method, path, status }));
}
