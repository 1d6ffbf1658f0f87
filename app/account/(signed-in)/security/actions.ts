"use server";

import type { z } from "zod";
import * as own from "@/app/own-security";
import { accountAction } from "@/lib/edge/http/actions/account-action";
import { endSessionInput } from "@/lib/parties/people/account-schema";
import { changePasswordInput, codeInput, proofInput } from "@/lib/parties/people/schema";
import { revokeSession } from "@/lib/parties/people/sessions/revoke-session";

export const changeOwnPassword = ownAction("changeOwnPassword", changePasswordInput, own.changeOwnPassword);
export const beginOwnSecondFactor = ownAction("beginOwnSecondFactor", proofInput, own.beginOwnSecondFactor);
export const confirmOwnSecondFactor = ownAction("confirmOwnSecondFactor", codeInput, own.confirmOwnSecondFactor);
export const renewOwnRecoveryCodes = ownAction("renewOwnRecoveryCodes", proofInput, own.renewOwnRecoveryCodes);
export const removeOwnSecondFactor = ownAction("removeOwnSecondFactor", proofInput, own.removeOwnSecondFactor);

export const endOwnSession = accountAction({
  name: "endOwnSession",
  input: endSessionInput,
  work: async ({ user, input, realNow }) => {
    await revokeSession({ userId: user.userId, sessionId: input.sessionId, realNow });
    return undefined;
  },
});

/** Each counts as an attempt at the password. */
function ownAction<S extends z.ZodType, Result>(
  name: string,
  input: S,
  work: (asking: own.Asking<z.output<S>>) => Promise<Result>,
) {
  return accountAction({
    ...({ name, rate: "login", input } as const),
    work: ({ user, input, realNow }) => work({ id: user.userId, kind: "merchant", input, realNow }),
  });
}
