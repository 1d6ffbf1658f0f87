import { webhookRoute } from "@/lib/edge/http/webhook-route";
import { receiveRepayment } from "@/lib/lending/repayments/receive-repayment";
import { repaymentWebhook } from "@/lib/lending/repayments/schema";

export const POST = webhookRoute({
  operationId: "receiveRepaymentWebhook",
  summary: "Report a repayment",
  description:
    "repayment.deducted, repayment.failed or repayment.reversed. Safe to repeat: the same event gets the first " +
    "answer again, word for word. The same deduction or reversal under another event_id is received without effect, " +
    "and listed as a break; with other figures it is a conflict. If a name is repeated in an object, the last one " +
    "counts.",
  body: repaymentWebhook,
  errors: ["NOT_FOUND", "EVENT_CONFLICT", "DEDUCTION_CONFLICT"],
  receive: receiveRepayment,
});
