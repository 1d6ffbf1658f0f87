import { secretKey } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { answerBreak } from "@/lib/lending/reconciliation/breaks/answer-break";
import { answerBreakBody, breakAnswer } from "@/lib/lending/reconciliation/breaks/schema";

export const POST = route({
  operationId: "answerBreak",
  summary: "Answer a break",
  description:
    "Says what happened, where only an operator can close the break (needsOperator); other breaks may be answered too. " +
    "It is ANSWERED until an operator decides, and OPEN again when its figures change. Another answer replaces it.",
  auth: secretKey,
  rate: "write",
  body: answerBreakBody,
  idempotent: true,
  answers: { 200: { description: "The break, answered", body: breakAnswer } },
  errors: answerBreak.errors,
  respond: ({ actor, params, body, now }) => answerBreak({ actor, breakId: params.breakId ?? "", input: body, now }),
});
