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

// Global to the process, not the module: pages and their actions may be bundled separately.
const slot = Symbol.for("mfis.demo-calls");
type Log = { number: number; calls: (DemoCall & { ref: string })[] };

/** Remembers a call made for a merchant, for the life of this process. */
export function noteCall(ref: string, call: Omit<DemoCall, "number">): void {
  const log = demoLog();
  log.number += 1;
  log.calls.push({ ...call, ref, number: log.number });
  if (log.calls.length > kept) log.calls.shift();
}

export function callsFor(ref: string): DemoCall[] {
  return demoLog()
    .calls.filter((call) => call.ref === ref)
    .map(({ number, at, method, path, status }) => ({ number, at, method, path, status }));
}

function demoLog(): Log {
  const holder = globalThis as { [slot]?: Log };
  holder[slot] ??= { number: 0, calls: [] };
  return holder[slot];
}
