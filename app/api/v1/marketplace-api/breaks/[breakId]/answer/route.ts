import { answerBreak } from "@/lib/breaks/answer-break";
import { answerBreakBody, breakAnswer } from "@/lib/breaks/schema";
import { secretKey } from "@/lib/http/auth";
import { route } from "@/lib/http/route";

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
  errors: ["NOT_FOUND", "BREAK_RESOLVED"],
  respond: ({ actor, params, body, now }) => answerBreak({ actor, breakId: params.breakId ?? "", input: body, now }),
});
