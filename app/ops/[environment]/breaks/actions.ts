"use server";

import { operatorAction } from "@/lib/edge/http/actions/operator-action";
import { text } from "@/lib/kernel/validation";
import { decideBreakBody } from "@/lib/lending/reconciliation/breaks/schema";
import { decideSeenBreak } from "@/lib/surfaces/console/loans/decide-seen-break";
import { requireBreakIn } from "@/lib/surfaces/console/loans/in-environment";

export const decide = operatorAction({
  name: "decideBreak",
  permission: "collect",
  input: decideBreakBody.extend({ breakId: text(64), seen: text(64) }),
  work: async ({ environment, operator, input: { breakId, seen, ...input }, realNow }) => {
    await requireBreakIn(environment, breakId);
    await decideSeenBreak({ operator, breakId, seen, input, realNow });
    return { done: true } as const;
  },
});
