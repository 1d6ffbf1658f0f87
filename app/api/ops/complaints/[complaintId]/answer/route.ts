import { toChange } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { answerComplaint } from "@/lib/lending/complaints/answer-complaint";
import { answerComplaintBody, operatorComplaint } from "@/lib/lending/complaints/schema";

export const POST = route({
  ...toChange("collect"),
  operationId: "answerComplaint",
  summary: "Answer a complaint",
  description:
    "The merchant is told at once, by mail, in the journey and in its account, word for word. There is one answer.",
  body: answerComplaintBody,
  answers: { 200: { description: "As it is now", body: operatorComplaint } },
  errors: answerComplaint.errors,
  respond: ({ actor: operator, params: { complaintId = "" }, body: input, realNow }) =>
    answerComplaint({ operator, complaintId, input, realNow }),
});
