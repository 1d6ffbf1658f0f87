"use server";

import { actionsOn } from "@/lib/edge/http/actions/operator-action";
import { proposeRemittance } from "@/lib/lending/proposals/propose-remittance";
import { closeRemittanceBreak } from "@/lib/lending/remittances/breaks";
import { remittanceReceivedBody } from "@/lib/lending/remittances/schema";
import { remitterAt, requireRemittanceBreakAt } from "@/lib/surfaces/console/treasury/in-environment";
import { noteTyped, receivedTyped } from "@/lib/surfaces/console/treasury/typed-schema";
import { nairaOf } from "@/lib/terms/typed-amounts";

const onRemittance = actionsOn("pay", "remittanceId", remitterAt);
const onBreak = actionsOn("pay", "breakId", requireRemittanceBreakAt);

export const proposeReceived = onRemittance("proposeRemittanceReceived", receivedTyped, (call) => {
  const { direction, amount, ...typed } = call.input;
  const naira = nairaOf(amount) ?? 0;
  const input = remittanceReceivedBody.parse({ ...typed, amount: direction === "BACK" ? -naira : naira });
  return proposeRemittance({ ...call, input });
});

export const closeBreak = onBreak("closeRemittanceBreak", noteTyped, closeRemittanceBreak);
