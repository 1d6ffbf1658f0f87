import { secretKey } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { resolveBreak } from "@/lib/lending/reconciliation/breaks/resolve-break";
import { breakAnswer, resolveBreakBody } from "@/lib/lending/reconciliation/breaks/schema";

export const POST = route({
  operationId: "resolveBreak",
  summary: "Resolve a break",
  description:
    "CORRECTED: the fault has been put right. EXPLAINED: there is a reason, and nothing to correct. ACCEPTED: it is " +
    "left as it is. Moves no money. Resolving it the same way again changes nothing. A break with needsOperator can " +
    "only be answered.",
  auth: secretKey,
  rate: "write",
  body: resolveBreakBody,
  idempotent: true,
  answers: { 200: { description: "The break, resolved", body: breakAnswer } },
  errors: resolveBreak.errors,
  respond: ({ actor, params, body, now }) => resolveBreak({ actor, breakId: params.breakId ?? "", input: body, now }),
});
