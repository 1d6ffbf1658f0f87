"use server";

import { z } from "zod";
import { operatorAction } from "@/lib/edge/http/actions/operator-action";
import { foreignId } from "@/lib/kernel/validation";
import { proposeRemittance } from "@/lib/lending/proposals/propose-remittance";
import { closeRemittanceBreak } from "@/lib/lending/remittances/breaks";
import { remittanceReceivedBody } from "@/lib/lending/remittances/schema";
import { remitterAt, requireRemittanceBreakAt } from "@/lib/surfaces/console/treasury/in-environment";
import { noteTyped, receivedTyped } from "@/lib/surfaces/console/treasury/typed-schema";
import { nairaOf } from "@/lib/terms/typed-amounts";

const pay = { permission: "pay" } as const;
const done = { done: true } as const;

export const proposeReceived = operatorAction({
  ...{ name: "proposeRemittanceReceived", ...pay, input: receivedTyped.extend({ remittanceId: foreignId() }) },
  work: async ({ operator, environment, input: { remittanceId, direction, amount, ...typed }, realNow }) => {
    await remitterAt(environment, remittanceId);
    const naira = nairaOf(amount) ?? 0;
    const input = remittanceReceivedBody.parse({ ...typed, amount: direction === "BACK" ? -naira : naira });
    await proposeRemittance({ operator, remittanceId, input, realNow });
    return done;
  },
});

export const closeBreak = operatorAction({
  ...{ name: "closeRemittanceBreak", ...pay, input: noteTyped.extend(z.object({ breakId: foreignId() }).shape) },
  work: async ({ operator, environment, input: { breakId, ...input }, realNow }) => {
    await requireRemittanceBreakAt(environment, breakId);
    await closeRemittanceBreak({ operator, breakId, input, realNow });
    return done;
  },
});
