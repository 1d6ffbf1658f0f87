"use server";

import { z } from "zod";
import { operatorAction } from "@/lib/edge/http/actions/operator-action";
import { foreignId } from "@/lib/kernel/validation";
import { operatorAdd, operatorRole } from "@/lib/lending/proposals/operator-kinds";
import { propose } from "@/lib/lending/proposals/propose";
import { endOperator } from "@/lib/parties/people/change-operator-role";
import { sendPasswordLink } from "@/lib/parties/people/password/send-password-link";
import { newOperatorTyped, roleTyped } from "@/lib/surfaces/console/parties/schema";

export const proposeOperator = operatorAction({
  ...({ name: "proposeOperator", permission: "manage", input: newOperatorTyped } as const),
  work: async ({ operator, input: { email, reason, ...input }, realNow }) => {
    await propose({ kind: operatorAdd, operator, subjectId: email.toLowerCase(), input, reason, realNow });
  },
});

export const proposeRole = operatorAction({
  ...({ name: "proposeOperatorRole", permission: "manage", input: roleTyped } as const),
  work: async ({ operator, input: { userId: subjectId, reason, role }, realNow }) => {
    await propose({ kind: operatorRole, operator, subjectId, input: { role }, reason, realNow });
  },
});

/** One is enough to take access away; to give it again takes two. */
export const endAccess = operatorAction({
  ...({ name: "endOperator", permission: "manage", input: z.object({ userId: foreignId(64) }) } as const),
  work: ({ operator, input, realNow }) => endOperator({ operator, ...input, realNow }),
});

export const sendLink = operatorAction({
  ...({ name: "sendPasswordLink", permission: "manage", input: z.object({ userId: foreignId(64) }) } as const),
  work: ({ operator, input, realNow }) => sendPasswordLink({ operator, ...input, realNow }),
});
