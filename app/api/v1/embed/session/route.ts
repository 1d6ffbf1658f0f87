import { embedToken } from "@/lib/edge/http/embed-token";
import { route } from "@/lib/edge/http/route";
import { readEmbedSession } from "@/lib/surfaces/journey/read-session";
import { embedSession } from "@/lib/surfaces/journey/schema";

export const GET = route({
  operationId: "getJourneySession",
  summary: "Read the journey's session",
  description: "Everything the hosted journey shows of the token's merchant, and the step to continue with.",
  auth: embedToken,
  rate: "read",
  answers: { 200: { description: "The session", body: embedSession } },
  respond: ({ actor, now }) => readEmbedSession(actor, now),
});
