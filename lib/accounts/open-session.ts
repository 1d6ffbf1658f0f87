import { transaction } from "@/db/client";
import { type BeginCall, beginSession } from "./begin-session";
import { refreshTokenSeconds } from "./constants";
import { issueTokens } from "./issue-tokens";
import type { SessionTokens } from "./schema";

/** Begins a session of a program, with its first tokens. */
export function openSession(call: BeginCall): Promise<SessionTokens> {
  return transaction(async () => {
    const session = await beginSession({ ...call, seconds: refreshTokenSeconds });
    return issueTokens(session, call.realNow);
  });
}
