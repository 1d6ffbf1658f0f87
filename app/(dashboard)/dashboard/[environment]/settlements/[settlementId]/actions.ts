"use server";

import { correctionOf } from "@/lib/dashboard/correction-of";
import { correctionTyped } from "@/lib/dashboard/schema";
import { validate } from "@/lib/http/body";
import { dashboardAction } from "@/lib/http/dashboard-action";
import { correctSettlement } from "@/lib/settlements/correct-settlement";
import { correctSettlementBody } from "@/lib/settlements/list-schema";
import { foreignId } from "@/lib/validation";

export const correct = dashboardAction({
  name: "correctSettlement",
  permission: "change",
  input: correctionTyped.extend({ reference: foreignId() }),
  work: async ({ actor, input: { reference, ...typed }, now }) => {
    const input = validate(correctSettlementBody, correctionOf(typed), "form");
    await correctSettlement({ actor, reference, input, now });
    return { done: true } as const;
  },
});
