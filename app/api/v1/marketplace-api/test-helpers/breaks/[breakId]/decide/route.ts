import { decideBreak } from "@/lib/breaks/decide-break";
import { breakAnswer, decideBreakBody } from "@/lib/breaks/schema";
import { testSecretKey } from "@/lib/http/auth";
import { route } from "@/lib/http/route";

export const POST = route({
  operationId: "decideTestBreak",
  summary: "Decide a break (test)",
  description: "Closes a break as an operator would, answered or not. Deciding it the same way again changes nothing.",
  auth: testSecretKey,
  rate: "write",
  body: decideBreakBody,
  idempotent: true,
  answers: { 200: { description: "The break, resolved", body: breakAnswer } },
  errors: ["TEST_KEY_REQUIRED", "NOT_FOUND", "BREAK_RESOLVED"],
  respond: ({ actor, params, body, now }) => decideBreak({ actor, breakId: params.breakId ?? "", input: body, now }),
});
