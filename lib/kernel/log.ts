import { now } from "./clock";
import { env } from "./env";
import { processWide } from "./process-wide";

const levels = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 } as const;

// A last line of defence: no secret or identity number should be passed to the log in the first place.
const secretLike =
  /\b((?:sk_(?:test|live)|(?:test|prod)_sk)_|apisec_(?:test|live)_|whsec_|o(?:at|rt|ac|cs)_)[A-Za-z0-9+/=_-]+|(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+|(?<![\w.-])\d{11}(?![\w.-])/g;

/** A text without what looks like a secret or an identity number: callers may put one into an address. */
export function withoutSecrets(text: string): string {
  return text.replace(secretLike, (_, prefix: string | undefined) => `${prefix ?? ""}[redacted]`);
}

function write(level: "debug" | "info" | "warn" | "error", message: string, fields: Record<string, unknown>): void {
  if (levels[level] < levels[env().logLevel]) return;
  const line = JSON.stringify({ time: now().toISOString(), level, message, ...fields });
  const shown = `${withoutSecrets(line)}\n`;
  if (level === "debug" || level === "info") {
    writeSoon(shown);
  } else {
    // What led to it comes first, where both end up in one place.
    flush();
    process.stderr.write(shown);
  }
}

/** Lines of this turn of the event loop: under load one write serves those of many requests. */
const unwritten = () =>
  processWide("log", () => {
    process.on("exit", flush);
    return { lines: "" };
  });

function writeSoon(line: string): void {
  const held = unwritten();
  if (held.lines === "") setImmediate(flush);
  held.lines += line;
}

function flush(): void {
  const held = unwritten();
  const { lines } = held;
  held.lines = "";
  if (lines !== "") process.stdout.write(lines);
}

/** Structured log: one JSON object per line. Never pass it a body, a secret or an identity number. */
export const log = {
  debug: (message: string, fields: Record<string, unknown> = {}) => write("debug", message, fields),
  info: (message: string, fields: Record<string, unknown> = {}) => write("info", message, fields),
  warn: (message: string, fields: Record<string, unknown> = {}) => write("warn", message, fields),
  error: (message: string, error: unknown, fields: Record<string, unknown> = {}) =>
    write("error", message, { ...fields, ...described(error) }),
};

function described(error: unknown): { error: string; cause?: string } {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: error.stack ?? error.message, ...(error.cause instanceof Error ? { cause: `${error.cause}` } : {}) };
}

/** What a failure of somebody else's says of itself, in a line and without where in our code it was noticed. */
export function plainReason(error: unknown): string {
  const [first = ""] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
  return first.slice(0, longestReason);
}

const longestReason = 300;
