"use server";

import { z } from "zod";
import { accountAction } from "@/lib/edge/http/actions/account-action";
import { accountTokens, mintToken } from "@/lib/kernel/bearer-tokens";

/** The token with which the page calls the operations of the account; signing out ends it. */
export const mintPageToken = accountAction({
  name: "mintPageToken",
  input: z.object({}),
  work: async ({ user, realNow }) => {
    const { userId, epoch, sessionId: session } = user;
    return { token: await mintToken(accountTokens, userId, { epoch, session }, realNow) };
  },
});
