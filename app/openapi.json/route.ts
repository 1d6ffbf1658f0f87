import { z } from "zod";
import { anyone } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { documentText } from "./document-text";

export const dynamic = "force-dynamic";

export const GET = route({
  operationId: "openApi",
  summary: "The OpenAPI 3.1 document",
  auth: anyone,
  rate: "read",
  answers: { 200: { description: "The document", body: z.looseObject({ openapi: z.string() }) } },
  handle: async () => ({
    status: 200,
    text: documentText(),
    headers: { "cache-control": "public, max-age=300" },
  }),
});
