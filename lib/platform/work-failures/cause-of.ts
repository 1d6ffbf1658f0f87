import { CodedError } from "@/lib/kernel/errors";

/** Errors wrap one another, at most so deep before one of them is as good as the next. */
const deepest = 5;

/**
 * Why work failed, in words that are safe to keep and to show: the kind of the innermost error and its code, such as
 * `PostgresError 23505`, or one of our own codes. Never its message, which may quote the row.
 */
export function causeOf(thrown: unknown): string {
  const error = innermost(thrown, deepest);
  if (error instanceof CodedError) return error.code;
  if (!(error instanceof Error)) return "Error";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const named = /^[A-Za-z]\w{0,59}$/.test(error.name) ? error.name : "Error";
  return /^[A-Z0-9_]{3,40}$/.test(code) ? `${named} ${code}` : named;
}

function innermost(thrown: unknown, depth: number): unknown {
  return thrown instanceof Error && thrown.cause instanceof Error && depth > 0
    ? innermost(thrown.cause, depth - 1)
    : thrown;
}
