import { toChange } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { closeComplaint } from "@/lib/lending/complaints/close-complaint";
import { operatorComplaint } from "@/lib/lending/complaints/schema";

export const POST = route({
  ...toChange("collect"),
  operationId: "closeComplaint",
  summary: "Close a complaint",
  description: "One that is answered, once what the answer promises is done.",
  answers: { 200: { description: "As it is now", body: operatorComplaint } },
  errors: closeComplaint.errors,
  respond: ({ actor: operator, params: { complaintId = "" }, realNow }) =>
    closeComplaint({ operator, complaintId, realNow }),
});
