import { readManifest, readScript } from "@/app/sdk/read-manifest";
import { anyone } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { notFound } from "@/lib/kernel/errors";

export const dynamic = "force-dynamic";

/** By its number or its major version's alias: for a page that names the folder alone, `src="…/sdk/v1/"`. */
export const GET = route({
  operationId: "sdkScript",
  summary: "The script of a version of the SDK",
  auth: anyone,
  rate: "read",
  answers: { 200: { description: "As embed.js in this folder" } },
  errors: ["NOT_FOUND"],
  handle: async ({ params }) => {
    const { folder = "" } = params;
    const versions = Object.entries(await readManifest());
    const pinned = versions.find(([version]) => version === folder);
    const found = pinned ?? versions.findLast(([version]) => `v${version.split(".")[0]}` === folder);
    if (!found) throw notFound("version of the SDK");
    const [, { file }] = found;
    const kept = pinned ? "max-age=31536000, immutable" : "max-age=300";
    const headers = { "content-type": "application/javascript; charset=UTF-8", "cache-control": `public, ${kept}` };
    return { status: 200, text: await readScript(file), headers };
  },
});
