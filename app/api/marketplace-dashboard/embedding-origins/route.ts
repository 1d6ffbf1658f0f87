import { originsAnswer, originsBody } from "@/lib/embed/origins-schema";
import { readOrigins } from "@/lib/embed/read-origins";
import { saveOrigins } from "@/lib/embed/save-origins";
import { dashboardToken } from "@/lib/http/dashboard-token";
import { route } from "@/lib/http/route";

export const GET = route({
  operationId: "getEmbeddingOrigins",
  summary: "Show the embedding origins",
  description: "Origins of the marketplace's own pages that may frame the hosted journey, by environment.",
  auth: dashboardToken(),
  rate: "read",
  answers: { 200: { description: "The origins", body: originsAnswer } },
  handle: async ({ actor }) => ({ status: 200, body: await readOrigins(actor.tenant) }),
});

export const PUT = route({
  operationId: "saveEmbeddingOrigins",
  summary: "Replace the embedding origins",
  description:
    "Both lists are replaced, and the next frame that is opened goes by them. An origin is scheme://host[:port] and no " +
    "more, https for live. Stored and answered are: the host in lower case, letters beyond ASCII as punycode, no default " +
    "port, each origin once. Wildcards and IPv6 addresses are refused.",
  auth: dashboardToken({ change: true }),
  rate: "write",
  body: originsBody,
  answers: { 200: { description: "Saved", body: originsAnswer } },
  errors: ["INSUFFICIENT_ROLE"],
  handle: async ({ actor, body, realNow }) => ({
    status: 200,
    body: await saveOrigins({ actor, input: body, realNow }),
  }),
});
