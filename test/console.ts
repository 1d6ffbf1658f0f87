import { afterAll, afterEach } from "vitest";

/**
 * Nothing a test says goes unheard: a line on the console or on a stream, a warning of Node's and a rejection that nobody
 * handles fail the test they come from, unless it said with `expectConsole` that they would come.
 */
type Noise = { from: string; text: string };

type State = { heard: Noise[]; expected: RegExp[] };

// On the global object: test files that share a process share it too, each with a copy of this module.
const key = Symbol.for("test.console");
const globals = globalThis as { [key]?: State };

function state(): State {
  if (globals[key]) return globals[key];
  const made: State = { heard: [], expected: [] };
  globals[key] = made;
  process.on("warning", ({ name, message }) => note("warning of Node's", `${name}: ${message}`));
  process.on("unhandledRejection", (reason) => note("unhandled rejection", textOf(reason)));
  process.on("uncaughtException", (error) => note("uncaught exception", textOf(error)));
  return made;
}

/** The test goes on to say something that matches, once or more; it fails when it does not. */
export function expectConsole(pattern: RegExp): void {
  state().expected.push(pattern);
}

/** Listens for as long as the test file runs; called once by the set-up of every test file. */
export function listenToConsole(): void {
  state();
  for (const method of ["debug", "dir", "error", "info", "log", "table", "trace", "warn"] as const) {
    listen(console, method, `console.${method}`);
  }
  listen(process.stdout, "write", "stdout");
  listen(process.stderr, "write", "stderr");
  afterEach(settle);
  afterAll(settle);
}

const heardBy = Symbol.for("test.console.listens");

/** Puts itself before a method: what is expected goes no further, the rest is still printed for whoever looks. */
function listen<M extends string>(on: Record<M, (...parts: never[]) => unknown>, method: M, from: string): void {
  const original: ((...parts: never[]) => unknown) & { [heardBy]?: true } = on[method];
  if (original[heardBy]) return;
  const listener = function (this: unknown, ...parts: never[]) {
    return note(
      from,
      parts
        .filter((part) => typeof part !== "function")
        .map(textOf)
        .join(" "),
    )
      ? true
      : Reflect.apply(original, this, parts);
  };
  on[method] = Object.assign(listener, { [heardBy]: true as const });
}

/** Keeps what was heard. Answers whether it was expected. */
function note(from: string, text: string): boolean {
  // How Node prints what it warns of, which is heard by itself.
  if (from === "stderr" && /^\(node:\d+\) /.test(text)) return false;
  const { heard, expected } = state();
  heard.push({ from, text });
  return expected.some((pattern) => pattern.test(text));
}

// As it is before any test puts the clock in its own hands.
const { setImmediate: nextTurn } = globalThis;

async function settle(): Promise<void> {
  // Node tells of rejections and warnings only when what is under way has come to its end.
  await new Promise((resolve) => nextTurn(resolve));
  const { heard, expected } = state();
  const complaints = [
    ...heard
      .filter(({ text }) => !expected.some((pattern) => pattern.test(text)))
      .map(({ from, text }) => `Unexpected (${from}): ${text.trim()}`),
    ...expected
      .filter((pattern) => !heard.some(({ text }) => pattern.test(text)))
      .map((pattern) => `Expected and never said: ${pattern}`),
  ];
  heard.length = 0;
  expected.length = 0;
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
}

function textOf(part: unknown): string {
  if (part instanceof Uint8Array) return Buffer.from(part).toString("utf8");
  if (part instanceof Error) return part.stack ?? part.message;
  return typeof part === "string" ? part : JSON.stringify(part);
}
