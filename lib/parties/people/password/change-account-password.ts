import { transaction } from "@/db/client";
import type { AccountHolder } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import type { ChangePasswordBody, SessionTokens } from "@/lib/parties/people/account-schema";
import { issueTokens } from "@/lib/parties/people/sessions/issue-tokens";
import { openSession } from "@/lib/parties/people/sessions/open-session";
import { reissueSession } from "@/lib/parties/people/sessions/reissue-session";
import type { From } from "@/lib/parties/people/sign-in/places";
import { changePassword } from "./change-password";

/** Every session ends, and the owner is written to; whoever asks goes on with the tokens it answers. */
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
    const session = await reissueSession({ userId, sessionId, epoch });
    return session && issueTokens(session, realNow);
  });
  return kept ?? openSession({ user: { id: userId, sessionEpoch: epoch }, from, realNow });
}
changeAccountPassword.errors = ["SECOND_FACTOR_REQUIRED", "SERVICE_UNAVAILABLE"] as const;
