import { anyone } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { readManifest } from "./read-manifest";

export const dynamic = "force-dynamic";

export const GET = route({
  operationId: "sdkVersions",
  summary: "The versions of the SDK, with files and integrity",
  auth: anyone,
  rate: "read",
  answers: { 200: { description: "As /sdk/manifest.json" } },
  handle: async () => ({
    status: 200,
    body: await readManifest(),
    headers: { "cache-control": "public, max-age=300" },
  }),
});
