"use server";

import { z } from "zod";
import { answerBreak } from "@/lib/breaks/answer-break";
import { resolveBreak } from "@/lib/breaks/resolve-break";
import { answerBreakBody, resolveBreakBody } from "@/lib/breaks/schema";
import { dashboardAction } from "@/lib/http/dashboard-action";
import { text } from "@/lib/validation";

const named = z.object({ breakId: text(255) });

export const answer = dashboardAction({
  name: "answerBreak",
  permission: "change",
  input: answerBreakBody.extend(named.shape),
  work: async ({ actor, input: { breakId, ...input }, now }) => {
    await answerBreak({ actor, breakId, input, now });
    return { done: true } as const;
  },
});

export const close = dashboardAction({
  name: "resolveBreak",
  permission: "change",
  input: resolveBreakBody.extend(named.shape),
  work: async ({ actor, input: { breakId, ...input }, now }) => {
    await resolveBreak({ actor, breakId, input, now });
    return { done: true } as const;
  },
});
