import { anyone } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { metadata } from "@/lib/oauth/metadata";
import { serverMetadata } from "@/lib/oauth/schema";

export const dynamic = "force-dynamic";

export const GET = route({
  operationId: "oauthMetadata",
  summary: "OAuth server metadata",
  description: "RFC 8414. Standard clients configure themselves from it.",
  auth: anyone,
  rate: "read",
  answers: { 200: { description: "The metadata", body: serverMetadata } },
  handle: async () => ({
    status: 200,
    body: metadata(),
    headers: { "cache-control": "public, max-age=300" },
  }),
});
