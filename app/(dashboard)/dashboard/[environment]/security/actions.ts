"use server";

import { headers } from "next/headers";
import { dashboardAction } from "@/lib/http/dashboard-action";
import { keepSession } from "@/lib/http/keep-session";
import { fromOf } from "@/lib/http/login-limit";
import { beginSecondFactor } from "@/lib/users/begin-second-factor";
import { changePassword } from "@/lib/users/change-password";
import { confirmSecondFactor } from "@/lib/users/confirm-second-factor";
import { qrCode } from "@/lib/users/qr-code";
import { removeSecondFactor } from "@/lib/users/remove-second-factor";
import { renewRecoveryCodes } from "@/lib/users/renew-recovery-codes";
import { changePasswordInput, codeInput, proofInput } from "@/lib/users/schema";

/** Changes the password of whoever asks; their other sessions end. */
export const changeOwnPassword = dashboardAction({
  name: "changeOwnPassword",
  permission: "self",
  rate: "login",
  input: changePasswordInput,
  work: async ({ staff, input, realNow }) => {
    const { sessionEpoch } = await changePassword({
      userId: staff.id,
      input,
      from: fromOf(await headers()),
      realNow,
    });
    await keepSession({ id: staff.id, kind: "marketplace", sessionEpoch });
  },
});

/** Begins to set a second factor up: its secret, and the QR code that apps read it from. */
export const beginOwnSecondFactor = dashboardAction({
  name: "beginOwnSecondFactor",
  permission: "self",
  rate: "login",
  input: proofInput,
  work: async ({ staff, input, realNow }) => {
    const { secret, uri } = await beginSecondFactor({
      userId: staff.id,
      input,
      from: fromOf(await headers()),
      realNow,
    });
    return { secret, uri, qr: qrCode(uri) };
  },
});

/** Turns it on by a code of the app; other sessions end. Answers recovery codes, shown only now. */
export const confirmOwnSecondFactor = dashboardAction({
  name: "confirmOwnSecondFactor",
  permission: "self",
  rate: "login",
  input: codeInput,
  work: async ({ staff, input, realNow }) => {
    const { recoveryCodes, sessionEpoch } = await confirmSecondFactor({ userId: staff.id, input, realNow });
    await keepSession({ id: staff.id, kind: "marketplace", sessionEpoch });
    return { recoveryCodes };
  },
});

/** Answers ten new recovery codes; the earlier ones end. */
export const renewOwnRecoveryCodes = dashboardAction({
  name: "renewOwnRecoveryCodes",
  permission: "self",
  rate: "login",
  input: proofInput,
  work: async ({ staff, input, realNow }) =>
    renewRecoveryCodes({ userId: staff.id, input, from: fromOf(await headers()), realNow }),
});

/** Turns the second factor off; other sessions end. */
export const removeOwnSecondFactor = dashboardAction({
  name: "removeOwnSecondFactor",
  permission: "self",
  rate: "login",
  input: proofInput,
  work: async ({ staff, input, realNow }) => {
    const { sessionEpoch } = await removeSecondFactor({
      userId: staff.id,
      input,
      from: fromOf(await headers()),
      realNow,
    });
    await keepSession({ id: staff.id, kind: "marketplace", sessionEpoch });
  },
});
