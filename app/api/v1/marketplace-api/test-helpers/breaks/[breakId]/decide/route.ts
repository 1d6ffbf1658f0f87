import { testSecretKey } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { decideBreak } from "@/lib/lending/reconciliation/breaks/decide-break";
import { breakAnswer, decideBreakBody } from "@/lib/lending/reconciliation/breaks/schema";

export const POST = route({
  operationId: "decideTestBreak",
  summary: "Decide a break (test)",
  description: "Closes a break as an operator would, answered or not. Deciding it the same way again changes nothing.",
  auth: testSecretKey,
  rate: "write",
  body: decideBreakBody,
  idempotent: true,
  answers: { 200: { description: "The break, resolved", body: breakAnswer } },
  errors: decideBreak.errors,
  respond: ({ actor, params, body, now }) => decideBreak({ actor, breakId: params.breakId ?? "", input: body, now }),
});
