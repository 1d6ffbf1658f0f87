"use server";

import * as own from "@/app/own-security";
import { accountAction } from "@/lib/edge/http/account-action";
import { endSessionInput } from "@/lib/parties/people/account-schema";
import { changePasswordInput, codeInput, proofInput } from "@/lib/parties/people/schema";
import { revokeSession } from "@/lib/parties/people/sessions/revoke-session";

export const changeOwnPassword = accountAction({
  name: "changeOwnPassword",
  rate: "login",
  input: changePasswordInput,
  work: ({ user, input, realNow }) => own.changeOwnPassword({ id: user.userId, kind: "merchant", input, realNow }),
});

export const beginOwnSecondFactor = accountAction({
  name: "beginOwnSecondFactor",
  rate: "login",
  input: proofInput,
  work: ({ user, input, realNow }) => own.beginOwnSecondFactor({ id: user.userId, kind: "merchant", input, realNow }),
});

export const confirmOwnSecondFactor = accountAction({
  name: "confirmOwnSecondFactor",
  rate: "login",
  input: codeInput,
  work: ({ user, input, realNow }) => own.confirmOwnSecondFactor({ id: user.userId, kind: "merchant", input, realNow }),
});

export const renewOwnRecoveryCodes = accountAction({
  name: "renewOwnRecoveryCodes",
  rate: "login",
  input: proofInput,
  work: ({ user, input, realNow }) => own.renewOwnRecoveryCodes({ id: user.userId, kind: "merchant", input, realNow }),
});

export const removeOwnSecondFactor = accountAction({
  name: "removeOwnSecondFactor",
  rate: "login",
  input: proofInput,
  work: ({ user, input, realNow }) => own.removeOwnSecondFactor({ id: user.userId, kind: "merchant", input, realNow }),
});

/** Signs the account out in another place. */
export const endOwnSession = accountAction({
  name: "endOwnSession",
  input: endSessionInput,
  work: async ({ user, input, realNow }) => {
    await revokeSession({ userId: user.userId, sessionId: input.sessionId, realNow });
    return undefined;
  },
});
