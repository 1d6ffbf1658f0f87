import { z } from "zod";
import { anyone } from "@/lib/edge/http/auth";
import { isKnown, takesGzip } from "@/lib/edge/http/etag";
import { route } from "@/lib/edge/http/route";
import { documentText } from "./document-text";

export const dynamic = "force-dynamic";

export const GET = route({
  operationId: "openApi",
  summary: "The OpenAPI 3.1 document",
  auth: anyone,
  rate: "read",
  answers: { 200: { description: "The document", body: z.looseObject({ openapi: z.string() }) } },
  handle: async ({ request }) => {
    const { text, zipped, tag } = documentText();
    const headers = { "cache-control": "public, max-age=300", etag: `W/"${tag}"`, vary: "Accept-Encoding" };
    if (isKnown(tag, request.headers.get("if-none-match"))) return { status: 304, headers };
    if (!takesGzip(request.headers)) return { status: 200, text, headers };
    return { status: 200, text: zipped, headers: { ...headers, "content-encoding": "gzip" } };
  },
});
