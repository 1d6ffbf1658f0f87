import { z } from "zod";
import { accountToken } from "@/lib/edge/http/account-token";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { sessionCursors, sessionList } from "@/lib/parties/people/account-schema";
import { listSessions } from "@/lib/parties/people/sessions/list-sessions";

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
