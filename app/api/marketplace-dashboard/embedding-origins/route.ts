import { dashboardToken } from "@/lib/edge/http/dashboard-token";
import { route } from "@/lib/edge/http/route";
import { originsAnswer, originsBody } from "@/lib/surfaces/journey/origins-schema";
import { readOrigins } from "@/lib/surfaces/journey/read-origins";
import { saveOrigins } from "@/lib/surfaces/journey/save-origins";

export const GET = route({
  operationId: "getEmbeddingOrigins",
  summary: "Show the embedding origins",
  description: "Origins of the marketplace's own pages that may frame the hosted journey, by environment.",
  auth: dashboardToken(),
  rate: "read",
  answers: { 200: { description: "The origins", body: originsAnswer } },
  respond: ({ actor }) => readOrigins(actor.tenant),
});

export const PUT = route({
  operationId: "saveEmbeddingOrigins",
  summary: "Replace the embedding origins",
  description:
    "Replaces both lists; the next frame that opens obeys them. An origin is scheme://host[:port] and nothing " +
    "more, https for live. Origins are normalised: host in lower case, non-ASCII letters as punycode, no default " +
    "port, no duplicates. Wildcards and IPv6 addresses are refused.",
  auth: dashboardToken({ permission: saveOrigins.permission }),
  rate: "write",
  body: originsBody,
  answers: { 200: { description: "Saved", body: originsAnswer } },
  errors: saveOrigins.errors,
  respond: ({ actor, body, realNow }) => saveOrigins({ actor, input: body, realNow }),
});
