import { anyone } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { metadata } from "@/lib/sales/oauth/metadata";
import { serverMetadata } from "@/lib/sales/oauth/schema";

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
