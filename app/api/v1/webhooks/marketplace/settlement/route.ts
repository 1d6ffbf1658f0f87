import { webhookRoute } from "@/lib/edge/http/webhook-route";
import { receiveSettlement } from "@/lib/lending/reconciliation/settlements/receive-settlement";
import { settlementWebhook } from "@/lib/lending/reconciliation/settlements/schema";

export const POST = webhookRoute({
  operationId: "receiveSettlementWebhook",
  summary: "Report a settlement",
  description:
    "settlement.created or settlement.transferred, in either order. Safe to repeat: the same event gets the first " +
    "answer again, word for word. The same reference with other figures is a conflict. If a name is repeated in an " +
    "object, the last one counts.",
  body: settlementWebhook,
  errors: ["NOT_FOUND", "EVENT_CONFLICT", "SETTLEMENT_CONFLICT"],
  receive: receiveSettlement,
});
