"use server";

import { dashboardAction } from "@/lib/edge/http/actions/dashboard-action";
import { validate } from "@/lib/edge/http/body";
import { foreignId } from "@/lib/kernel/validation";
import { correctSettlement } from "@/lib/lending/reconciliation/settlements/correct-settlement";
import { correctSettlementBody } from "@/lib/lending/reconciliation/settlements/list-schema";
import { correctionOf } from "@/lib/surfaces/dashboard/correction-of";
import { correctionTyped } from "@/lib/surfaces/dashboard/schema";

export const correct = dashboardAction({
  name: "correctSettlement",
  permission: correctSettlement.permission,
  input: correctionTyped.extend({ reference: foreignId() }),
  work: async ({ actor, input: { reference, ...typed }, now }) => {
    const input = validate(correctSettlementBody, correctionOf(typed), "form");
    await correctSettlement({ actor, reference, input, now });
    return { done: true } as const;
  },
});
