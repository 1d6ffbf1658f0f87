import { transaction } from "@/db/client";
import type { AccountHolder } from "@/lib/actor";
import type { RealTime } from "@/lib/time";
import { changePassword } from "@/lib/users/change-password";
import type { From } from "@/lib/users/places";
import { carrySession } from "./carry-session";
import { issueTokens } from "./issue-tokens";
import { openSession } from "./open-session";
import type { ChangePasswordBody, SessionTokens } from "./schema";

/**
 * Gives an account another password. Every session ends, on whatever device, and the owner is written to; whoever asks
 * goes on with the tokens it answers.
 * @throws CodedError as `changePassword` of lib/users
 */
export async function changeAccountPassword(call: {
  holder: AccountHolder;
  input: ChangePasswordBody;
  from: From;
  realNow: RealTime;
}): Promise<SessionTokens> {
  const { holder, input, from, realNow } = call;
  const { userId, sessionId } = holder;
  const proof = { ...input, code: input.code ?? undefined };
  const { sessionEpoch: epoch } = await changePassword({ userId, input: proof, from, realNow });
  const kept = await transaction(async () => {
    const session = await carrySession({ userId, sessionId, epoch });
    return session && issueTokens(session, realNow);
  });
  return kept ?? openSession({ user: { id: userId, sessionEpoch: epoch }, from, realNow });
}
