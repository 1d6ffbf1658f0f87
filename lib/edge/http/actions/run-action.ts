import { CodedError, type FieldError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { inSpan } from "@/lib/kernel/tracing/in-span";

/** A server action's answer when it fails: the reason, and the fields concerned. */
export type Refusal = { refused: string; fields: readonly FieldError[] };

/** Runs a server action. A coded error is returned with its message; any other only as a generic failure. */
export async function runAction<Result>(work: () => Promise<Result>): Promise<Result | Refusal> {
  try {
    return await inSpan({ name: "action", kind: "request" }, work);
  } catch (error) {
    if (error instanceof CodedError) return { refused: error.message, fields: error.fields };
    log.error("action failed", error);
    return { refused: "Something went wrong on our side. Try again in a moment.", fields: [] };
  }
}
