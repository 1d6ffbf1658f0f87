"use server";

import * as own from "@/app/own-security";
import { dashboardAction } from "@/lib/edge/http/dashboard-action";
import { changePasswordInput, codeInput, proofInput } from "@/lib/parties/people/schema";

/** What it is about is the account of whoever asks; each counts as an attempt at their password. */
const self = { permission: "self", rate: "login" } as const;

export const changeOwnPassword = dashboardAction({
  name: "changeOwnPassword",
  ...self,
  input: changePasswordInput,
  work: ({ staff, input, realNow }) => own.changeOwnPassword({ id: staff.id, kind: "marketplace", input, realNow }),
});

export const beginOwnSecondFactor = dashboardAction({
  name: "beginOwnSecondFactor",
  ...self,
  input: proofInput,
  work: ({ staff, input, realNow }) => own.beginOwnSecondFactor({ id: staff.id, kind: "marketplace", input, realNow }),
});

export const confirmOwnSecondFactor = dashboardAction({
  name: "confirmOwnSecondFactor",
  ...self,
  input: codeInput,
  work: ({ staff, input, realNow }) =>
    own.confirmOwnSecondFactor({ id: staff.id, kind: "marketplace", input, realNow }),
});

export const renewOwnRecoveryCodes = dashboardAction({
  name: "renewOwnRecoveryCodes",
  ...self,
  input: proofInput,
  work: ({ staff, input, realNow }) => own.renewOwnRecoveryCodes({ id: staff.id, kind: "marketplace", input, realNow }),
});

export const removeOwnSecondFactor = dashboardAction({
  name: "removeOwnSecondFactor",
  ...self,
  input: proofInput,
  work: ({ staff, input, realNow }) => own.removeOwnSecondFactor({ id: staff.id, kind: "marketplace", input, realNow }),
});
