import { AsyncLocalStorage } from "node:async_hooks";
import { vi } from "vitest";

/**
 * What the application keeps on the global object, where every copy of a module finds it. The thread that measures passwords
 * stays: it knows nothing of a test, and takes half a second to begin.
 */
const applicationState = /^mfis\.(?!strength$)/;

type Start = { environment: NodeJS.ProcessEnv; files: number };
const key = Symbol.for("test.start");
const globals = globalThis as { [key]?: Start };

/**
 * Test files share processes, because starting one takes longer than most files do. Each still has the application to
 * itself: its modules are evaluated anew, its global state is gone, and the environment and the clock are what they were
 * at first. Returns how many files this process has run before.
 */
export function startAfresh(): number {
  vi.resetModules();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
    if (!applicationState.test(symbol.description ?? "")) continue;
    endStores(Reflect.get(globalThis, symbol));
    Reflect.deleteProperty(globalThis, symbol);
  }
  globals[key] ??= { environment: { ...process.env }, files: 0 };
  const { environment } = globals[key];
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  return globals[key].files++;
}

/** Node carries every store that was ever used from promise to promise: without this, each file makes the next slower. */
function endStores(state: unknown): void {
  for (const part of Object.values(Object(state))) if (part instanceof AsyncLocalStorage) part.disable();
}
