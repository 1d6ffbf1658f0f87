import { toChange } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { recordComplaint } from "@/lib/lending/complaints/record-complaint";
import { complaintAnswer, recordComplaintBody } from "@/lib/lending/complaints/schema";

export const POST = route({
  ...toChange("collect"),
  operationId: "recordLoanComplaint",
  summary: "Record a complaint",
  description:
    "What a merchant has told an operator about a loan, in its own words: as if it had written it in its account.",
  body: recordComplaintBody,
  answers: { 200: { description: "As it stands", body: complaintAnswer } },
  errors: recordComplaint.errors,
  respond: ({ actor: operator, params: { loanId = "" }, body: input, realNow }) =>
    recordComplaint({ operator, loanId, input, realNow }),
});
