import { readEmbedSession } from "@/lib/embed/read-session";
import { embedSession } from "@/lib/embed/schema";
import { embedToken } from "@/lib/http/embed-token";
import { route } from "@/lib/http/route";

export const GET = route({
  operationId: "getJourneySession",
  summary: "Read the journey's session",
  description: "Everything the hosted journey shows of the token's merchant, and the step to continue with.",
  auth: embedToken,
  rate: "read",
  answers: { 200: { description: "The session", body: embedSession } },
  respond: ({ actor, now }) => readEmbedSession(actor, now),
});
