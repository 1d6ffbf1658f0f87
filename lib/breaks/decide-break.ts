import { CodedError } from "@/lib/errors";
import { type Decision, recordDecision } from "./record-decision";
import type { BreakAnswer } from "./schema";

/**
 * Closes a break of any kind by an operator's decision, answered or not.
 * @throws CodedError NOT_FOUND; BREAK_RESOLVED when it ended in another way; TEST_KEY_REQUIRED when a marketplace tries to
 *   decide in live
 */
export async function decideBreak(call: Decision): Promise<BreakAnswer> {
  const { actor } = call;
  if (actor.kind === "secretKey" && actor.tenant.environment !== "test") {
    throw new CodedError("TEST_KEY_REQUIRED", "Breaks in live are decided by the service's operators.");
  }
  return recordDecision(call, { action: "break.decide" });
}
