import { secretKey } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { correctSettlement } from "@/lib/lending/reconciliation/settlements/correct-settlement";
import { correctSettlementBody, settlementAnswer } from "@/lib/lending/reconciliation/settlements/list-schema";

export const POST = route({
  operationId: "correctSettlement",
  summary: "Correct a settlement",
  description:
    "Replaces figures of a settlement that was reported wrongly; those left out stay. It is matched again at once: see " +
    "matchStatus and openBreaks of the answer. The first report stays readable, and may be repeated without effect. " +
    "Deductions that are MISSING already stay so when the settlement is corrected to less: the correction is the answer to the break, and an operator decides.",
  auth: secretKey,
  rate: "write",
  body: correctSettlementBody,
  idempotent: true,
  answers: { 200: { description: "The settlement, corrected", body: settlementAnswer } },
  errors: correctSettlement.errors,
  respond: ({ actor, params, body, now }) =>
    correctSettlement({ actor, reference: params.reference ?? "", input: body, now }),
});
