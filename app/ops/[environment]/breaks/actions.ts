"use server";

import { actionsOn } from "@/lib/edge/http/actions/operator-action";
import { text } from "@/lib/kernel/validation";
import { decideBreakBody } from "@/lib/lending/reconciliation/breaks/schema";
import { decideSeenBreak } from "@/lib/surfaces/console/loans/decide-seen-break";
import { requireBreakIn } from "@/lib/surfaces/console/loans/in-environment";

const onBreak = actionsOn("collect", "breakId", requireBreakIn);

export const decide = onBreak(
  "decideBreak",
  decideBreakBody.extend({ seen: text(64) }),
  ({ input: { seen, ...input }, ...call }) => decideSeenBreak({ ...call, seen, input }),
);
