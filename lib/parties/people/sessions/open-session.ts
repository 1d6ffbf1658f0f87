import { transaction } from "@/db/client";
import type { SessionTokens } from "@/lib/parties/people/account-schema";
import { refreshTokenSeconds } from "@/lib/terms/accounts";
import { type BeginCall, beginSession } from "./begin-session";
import { issueTokens } from "./issue-tokens";

export function openSession(call: BeginCall): Promise<SessionTokens> {
  return transaction(async () => {
    const session = await beginSession({ ...call, seconds: refreshTokenSeconds });
    return issueTokens(session, call.realNow);
  });
}
