/** A call of the demo marketplace's server to the Marketplace API, its path below that. Neither keys nor bodies are kept. */
export type DemoCall = {
  number: number;
  at: string;
  method: string;
  path: string;
  /** Null: no answer came. */
  status: number | null;
};

/** As many as are kept, of all sellers together. */
const kept = 500;

// Of the process and not of the module: pages and their actions may be bundled apart.
const slot = Symbol.for("mfis.demo-calls");
type Log = { number: number; calls: (DemoCall & { seller: string })[] };

/** Remembers a call that was made for a seller, as long as this process runs. */
export function noteCall(seller: string, call: Omit<DemoCall, "number">): void {
  const log = demoLog();
  log.number += 1;
  log.calls.push({ ...call, seller, number: log.number });
  if (log.calls.length > kept) log.calls.shift();
}

/** The calls made for a seller, oldest first. */
export function callsFor(seller: string): DemoCall[] {
  return demoLog()
    .calls.filter((call) => call.seller === seller)
    .map(({ number, at, method, path, status }) => ({ number, at, method, path, status }));
}

function demoLog(): Log {
  const holder = globalThis as { [slot]?: Log };
  holder[slot] ??= { number: 0, calls: [] };
  return holder[slot];
}
