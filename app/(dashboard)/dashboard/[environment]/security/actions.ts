"use server";

import type { z } from "zod";
import * as own from "@/app/own-security";
import { dashboardAction } from "@/lib/edge/http/actions/dashboard-action";
import { changePasswordInput, codeInput, proofInput } from "@/lib/parties/people/schema";

export const changeOwnPassword = ownAction("changeOwnPassword", changePasswordInput, own.changeOwnPassword);
export const beginOwnSecondFactor = ownAction("beginOwnSecondFactor", proofInput, own.beginOwnSecondFactor);
export const confirmOwnSecondFactor = ownAction("confirmOwnSecondFactor", codeInput, own.confirmOwnSecondFactor);
export const renewOwnRecoveryCodes = ownAction("renewOwnRecoveryCodes", proofInput, own.renewOwnRecoveryCodes);
export const removeOwnSecondFactor = ownAction("removeOwnSecondFactor", proofInput, own.removeOwnSecondFactor);

/** About the account of whoever asks; each counts as an attempt at their password. */
function ownAction<S extends z.ZodType, Result>(
  name: string,
  input: S,
  work: (asking: own.Asking<z.output<S>>) => Promise<Result>,
) {
  return dashboardAction({
    ...({ name, permission: "self", rate: "login", input } as const),
    work: ({ staff: { id }, input, realNow }) => work({ id, kind: "marketplace", input, realNow }),
  });
}
