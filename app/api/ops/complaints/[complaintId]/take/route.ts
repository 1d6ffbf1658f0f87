import { toChange } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { operatorComplaint } from "@/lib/lending/complaints/schema";
import { takeComplaint } from "@/lib/lending/complaints/take-complaint";

export const POST = route({
  ...toChange("collect"),
  operationId: "takeComplaint",
  summary: "Take a complaint",
  description: "So that two do not work on the same. Also one that another operator has.",
  answers: { 200: { description: "As it is now", body: operatorComplaint } },
  errors: takeComplaint.errors,
  respond: ({ actor: operator, params: { complaintId = "" }, realNow }) =>
    takeComplaint({ operator, complaintId, realNow }),
});
