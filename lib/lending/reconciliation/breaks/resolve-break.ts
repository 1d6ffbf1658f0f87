import { CodedError } from "@/lib/kernel/errors";
import { needsOperator } from "./needs-operator";
import { type Decision, recordDecision } from "./record-decision";
import type { BreakAnswer } from "./schema";

export async function resolveBreak(call: Decision): Promise<BreakAnswer> {
  return recordDecision(call, {
    action: "break.resolve",
    allow: (found) => {
      if (!needsOperator(found)) return;
      const path = `/api/v1/marketplace-api/breaks/${found.id}/answer`;
      throw new CodedError(
        "BREAK_NEEDS_OPERATOR",
        `Only an operator closes a break of this kind. Say what happened with POST ${path} {reason, note}: an operator then decides.`,
      );
    },
  });
}
resolveBreak.errors = ["NOT_FOUND", "BREAK_RESOLVED", "BREAK_NEEDS_OPERATOR"] as const;
resolveBreak.permission = recordDecision.permission;
