"use server";

import { actionsOn } from "@/lib/edge/http/actions/operator-action";
import { validate } from "@/lib/edge/http/body";
import { foreignId } from "@/lib/kernel/validation";
import { findFormat } from "@/lib/lending/bank-statements/queries";
import { dismissLinesBody, statementFormatBody } from "@/lib/lending/bank-statements/schema";
import { setStatementFormat } from "@/lib/lending/bank-statements/set-format";
import { proposeLineBooking, proposeLineDismissal, proposeLinesDismissal } from "@/lib/lending/proposals/propose-line";
import { reasonTyped } from "@/lib/surfaces/console/parties/schema";
import { accountAt, loanNamed } from "@/lib/surfaces/console/treasury/in-environment";
import { bookLineTyped, formatOf, formatTyped } from "@/lib/surfaces/console/treasury/typed-schema";

const onAccount = actionsOn("pay", "accountId", accountAt);
const line = { lineId: foreignId() };

export const proposeBooking = onAccount("proposeLineBooking", bookLineTyped.extend(line), async (call) => {
  const { lineId, loan, ...input } = call.input;
  const loanId = await loanNamed(call.environment, loan);
  await proposeLineBooking({ ...call, lineId, input: { ...input, loanId } });
});

export const proposeDismissal = onAccount("proposeLineDismissal", reasonTyped.extend(line), (call) =>
  proposeLineDismissal({ ...call, ...call.input }),
);
export const proposeDismissals = onAccount("proposeLinesDismissal", dismissLinesBody, proposeLinesDismissal);

/** The rules for fees and duties stay as they are, and what of the columns the form does not show. */
export const setFormat = onAccount("setStatementFormat", formatTyped, async (call) => {
  const { rules = [], columns = null } = (await findFormat(call.accountId)) ?? {};
  const input = validate(statementFormatBody, { ...formatOf(call.input, columns), rules }, "form");
  await setStatementFormat({ ...call, input });
});
