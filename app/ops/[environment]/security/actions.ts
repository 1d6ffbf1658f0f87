"use server";

import type { z } from "zod";
import * as own from "@/app/own-security";
import { operatorAction } from "@/lib/edge/http/actions/operator-action";
import { changePasswordInput, codeInput, proofInput } from "@/lib/parties/people/schema";

export const changeOwnPassword = ownAction("changeOperatorPassword", changePasswordInput, own.changeOwnPassword);
export const beginOwnSecondFactor = ownAction("beginOperatorFactor", proofInput, own.beginOwnSecondFactor);
export const confirmOwnSecondFactor = ownAction("confirmOperatorFactor", codeInput, own.confirmOwnSecondFactor);
export const renewOwnRecoveryCodes = ownAction("renewOperatorCodes", proofInput, own.renewOwnRecoveryCodes);
export const removeOwnSecondFactor = ownAction("removeOperatorFactor", proofInput, own.removeOwnSecondFactor);

/** About the account of whoever asks; each counts as an attempt at their password. */
function ownAction<S extends z.ZodType, Result>(
  name: string,
  input: S,
  work: (asking: own.Asking<z.output<S>>) => Promise<Result>,
) {
  return operatorAction({
    ...({ name, permission: "self", rate: "login", input } as const),
    work: ({ operator: { userId: id }, input, realNow }) => work({ id, kind: "operator", input, realNow }),
  });
}
