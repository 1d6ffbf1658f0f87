"use server";

import { z } from "zod";
import { dashboardAction } from "@/lib/edge/http/actions/dashboard-action";
import { text } from "@/lib/kernel/validation";
import { answerBreak } from "@/lib/lending/reconciliation/breaks/answer-break";
import { resolveBreak } from "@/lib/lending/reconciliation/breaks/resolve-break";
import { answerBreakBody, resolveBreakBody } from "@/lib/lending/reconciliation/breaks/schema";

const named = z.object({ breakId: text(255) });

export const answer = dashboardAction({
  name: "answerBreak",
  permission: answerBreak.permission,
  input: answerBreakBody.extend(named.shape),
  work: async ({ actor, input: { breakId, ...input }, now }) => {
    await answerBreak({ actor, breakId, input, now });
    return { done: true } as const;
  },
});

export const close = dashboardAction({
  name: "resolveBreak",
  permission: resolveBreak.permission,
  input: resolveBreakBody.extend(named.shape),
  work: async ({ actor, input: { breakId, ...input }, now }) => {
    await resolveBreak({ actor, breakId, input, now });
    return { done: true } as const;
  },
});
