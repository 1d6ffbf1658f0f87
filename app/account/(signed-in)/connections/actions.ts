"use server";

import { cookies, headers } from "next/headers";
import { z } from "zod";
import { accountAction } from "@/lib/edge/http/actions/account-action";
import { deviceCookie, deviceOf, newDevice, type Session } from "@/lib/edge/http/session";
import { text } from "@/lib/kernel/validation";
import { connectMarketplace, renewConnection } from "@/lib/surfaces/account/connections/connect-marketplace";
import { disconnectConnection, refreshConnection } from "@/lib/surfaces/account/connections/disconnect-connection";
import { sourceChoice } from "@/lib/terms/data-access/schema";

const connectionInput = z.object({ connectionId: text(64) });

/** Answers the address at the marketplace where the permission is given. */
export const connect = accountAction({
  name: "connect",
  rate: "login",
  input: sourceChoice,
  work: async ({ user, input: choice, realNow }) => {
    const begun = await connectMarketplace({ ...(await beginner(user)), choice, realNow });
    return { address: begun.authorizationUrl };
  },
});

export const authorizeAgain = accountAction({
  name: "authorizeAgain",
  rate: "login",
  input: connectionInput,
  work: async ({ user, input: { connectionId }, realNow }) => {
    const begun = await renewConnection({ ...(await beginner(user)), connectionId, realNow });
    return { address: begun.authorizationUrl };
  },
});

/** Answers where to go on where nothing is left to be seen. */
export const disconnect = accountAction({
  name: "disconnect",
  input: connectionInput,
  work: async ({ user: { userId }, input, realNow }) =>
    (await disconnectConnection({ userId, ...input, realNow })) ? null : { address: "/account/connections" },
});

export const pullNow = accountAction({
  name: "pullNow",
  input: connectionInput,
  work: ({ user: { userId }, input, realNow }) => refreshConnection({ userId, ...input, realNow }),
});

/** Whoever is signed in here, in this browser: only it can bring the marketplace's answer. */
async function beginner({ userId }: Session) {
  const known = deviceOf(await headers());
  const device = known ?? newDevice();
  if (!known) (await cookies()).set(deviceCookie().name, device, deviceCookie().options);
  return { holder: { kind: "accountHolder", userId, sessionId: null } as const, device };
}
