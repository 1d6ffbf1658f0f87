"use server";

import { actionsOn, operatorAction } from "@/lib/edge/http/actions/operator-action";
import { text } from "@/lib/kernel/validation";
import { recordComplaint } from "@/lib/lending/complaints/record-complaint";
import { recordComplaintBody } from "@/lib/lending/complaints/schema";
import { noteContact } from "@/lib/lending/contacts/note-contact";
import { noteContactBody } from "@/lib/lending/contacts/schema";
import { takePromise } from "@/lib/lending/contacts/take-promise";
import { doAct, previewAct } from "@/lib/surfaces/console/loans/act-on-loan";
import { actInput, promiseInput, seenActInput } from "@/lib/surfaces/console/loans/acts-schema";
import { requireLoanIn } from "@/lib/surfaces/console/loans/in-environment";

const permission = "collect";
const onLoan = actionsOn(permission, "loanId", requireLoanIn);

export const previewLoanAct = operatorAction({
  ...({ name: "previewLoanAct", permission, input: actInput } as const),
  work: async ({ environment, ...call }) => {
    await requireLoanIn(environment, call.input.loanId);
    return previewAct(call);
  },
});

export const actOnLoan = operatorAction({
  ...({ name: "actOnLoan", permission, input: seenActInput } as const),
  work: async ({ environment, ...call }) => {
    await requireLoanIn(environment, call.input.loanId);
    return doAct(call);
  },
});

export const noteLoanContact = onLoan("noteLoanContact", noteContactBody, noteContact);
export const takeLoanPromise = onLoan("takeLoanPromise", promiseInput, (call) =>
  takePromise({ ...call, input: { ...call.input, amount: Number(call.input.amount) } }),
);

export const recordLoanComplaint = operatorAction({
  ...({ name: "recordLoanComplaint", permission } as const),
  input: recordComplaintBody.extend({ loanId: text(64) }),
  work: async ({ environment, operator, input: { loanId, ...input }, realNow }) => {
    await requireLoanIn(environment, loanId);
    const { number } = await recordComplaint({ operator, loanId, input, realNow });
    return { number };
  },
});
