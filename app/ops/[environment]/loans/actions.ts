"use server";

import { z } from "zod";
import { operatorAction } from "@/lib/edge/http/actions/operator-action";
import { text } from "@/lib/kernel/validation";
import { recordComplaint } from "@/lib/lending/complaints/record-complaint";
import { recordComplaintBody } from "@/lib/lending/complaints/schema";
import { noteContact } from "@/lib/lending/contacts/note-contact";
import { noteContactBody } from "@/lib/lending/contacts/schema";
import { takePromise } from "@/lib/lending/contacts/take-promise";
import { doAct, previewAct } from "@/lib/surfaces/console/loans/act-on-loan";
import { actInput, promiseInput, seenActInput } from "@/lib/surfaces/console/loans/acts-schema";
import { requireLoanIn } from "@/lib/surfaces/console/loans/in-environment";

const ofLoan = z.object({ loanId: text(64) });
const done = { done: true } as const;

export const previewLoanAct = operatorAction({
  name: "previewLoanAct",
  permission: "collect",
  input: actInput,
  work: async ({ environment, ...call }) => {
    await requireLoanIn(environment, call.input.loanId);
    return previewAct(call);
  },
});

export const actOnLoan = operatorAction({
  name: "actOnLoan",
  permission: "collect",
  input: seenActInput,
  work: async ({ environment, ...call }) => {
    await requireLoanIn(environment, call.input.loanId);
    return doAct(call);
  },
});

export const noteLoanContact = operatorAction({
  name: "noteLoanContact",
  permission: "collect",
  input: noteContactBody.extend(ofLoan.shape),
  work: async ({ environment, operator, input: { loanId, ...input }, realNow }) => {
    await requireLoanIn(environment, loanId);
    await noteContact({ operator, loanId, input, realNow });
    return done;
  },
});

export const takeLoanPromise = operatorAction({
  name: "takeLoanPromise",
  permission: "collect",
  input: promiseInput.extend(ofLoan.shape),
  work: async ({ environment, operator, input: { loanId, amount, payBy }, realNow }) => {
    await requireLoanIn(environment, loanId);
    await takePromise({ operator, loanId, input: { amount: Number(amount), payBy }, realNow });
    return done;
  },
});

export const recordLoanComplaint = operatorAction({
  name: "recordLoanComplaint",
  permission: "collect",
  input: recordComplaintBody.extend(ofLoan.shape),
  work: async ({ environment, operator, input: { loanId, ...input }, realNow }) => {
    await requireLoanIn(environment, loanId);
    const { number } = await recordComplaint({ operator, loanId, input, realNow });
    return { number };
  },
});
