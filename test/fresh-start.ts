import { vi } from "vitest";

/** What the application keeps on the global object, where every copy of a module finds it. */
const applicationState = /^mfis\./;

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
    if (applicationState.test(symbol.description ?? "")) Reflect.deleteProperty(globalThis, symbol);
  }
  globals[key] ??= { environment: { ...process.env }, files: 0 };
  const { environment } = globals[key];
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  return globals[key].files++;
}
