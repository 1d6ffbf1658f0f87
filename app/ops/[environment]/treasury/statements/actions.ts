"use server";

import { z } from "zod";
import { operatorAction } from "@/lib/edge/http/actions/operator-action";
import { validate } from "@/lib/edge/http/body";
import { foreignId } from "@/lib/kernel/validation";
import { findFormat } from "@/lib/lending/bank-statements/queries";
import { dismissLinesBody, statementFormatBody } from "@/lib/lending/bank-statements/schema";
import { setStatementFormat } from "@/lib/lending/bank-statements/set-format";
import { proposeLineBooking, proposeLineDismissal, proposeLinesDismissal } from "@/lib/lending/proposals/propose-line";
import { accountAt, loanNamed } from "@/lib/surfaces/console/treasury/in-environment";
import { bookLineTyped, formatOf, formatTyped, reasonTyped } from "@/lib/surfaces/console/treasury/typed-schema";

const pay = { permission: "pay" } as const;
const done = { done: true } as const;
const onAccount = z.object({ accountId: foreignId() });
const onLine = onAccount.extend({ lineId: foreignId() });

export const proposeBooking = operatorAction({
  ...{ name: "proposeLineBooking", ...pay, input: bookLineTyped.extend(onLine.shape) },
  work: async ({ operator, environment, input: { accountId, lineId, loan, ...input }, realNow }) => {
    const { lenderId } = await accountAt(environment, accountId);
    const loanId = await loanNamed(environment, loan);
    await proposeLineBooking({ operator, lenderId, accountId, lineId, input: { ...input, loanId }, realNow });
    return done;
  },
});

export const proposeDismissal = operatorAction({
  ...{ name: "proposeLineDismissal", ...pay, input: reasonTyped.extend(onLine.shape) },
  work: async ({ operator, environment, input: { accountId, lineId, ...input }, realNow }) => {
    const { lenderId } = await accountAt(environment, accountId);
    await proposeLineDismissal({ operator, lenderId, accountId, lineId, input, realNow });
    return done;
  },
});

export const proposeDismissals = operatorAction({
  ...{ name: "proposeLinesDismissal", ...pay, input: dismissLinesBody.extend(onAccount.shape) },
  work: async ({ operator, environment, input: { accountId, ...input }, realNow }) => {
    const { lenderId } = await accountAt(environment, accountId);
    await proposeLinesDismissal({ operator, lenderId, accountId, input, realNow });
    return done;
  },
});

/** The rules for fees and duties stay as they are, and what of the columns the form does not show. */
export const setFormat = operatorAction({
  ...{ name: "setStatementFormat", ...pay, input: formatTyped.extend(onAccount.shape) },
  work: async ({ operator, environment, input: { accountId, ...typed }, realNow }) => {
    const { lenderId } = await accountAt(environment, accountId);
    const { rules = [], columns = null } = (await findFormat(accountId)) ?? {};
    const input = validate(statementFormatBody, { ...formatOf(typed, columns), rules }, "form");
    await setStatementFormat({ operator, lenderId, accountId, input, realNow });
    return done;
  },
});
