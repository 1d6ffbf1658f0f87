import { z } from "zod";
import { listSessions } from "@/lib/accounts/list-sessions";
import { sessionCursors, sessionList } from "@/lib/accounts/schema";
import { accountToken } from "@/lib/http/account-token";
import { pageQuery } from "@/lib/http/pagination";
import { route } from "@/lib/http/route";

export const GET = route({
  operationId: "listAccountSessions",
  summary: "List where the account is signed in",
  description: "Sessions that are in force, newest first.",
  auth: accountToken,
  rate: "read",
  query: z.object({ ...pageQuery.shape, ...sessionCursors }),
  answers: { 200: { description: "A page of sessions", body: sessionList } },
  respond: ({ actor, query, realNow }) =>
    listSessions({ userId: actor.userId, current: actor.sessionId, page: query, realNow }),
});
