import { z } from "zod";
import { env } from "@/lib/env";
import { serviceInfo } from "@/lib/health/info";
import { anyone } from "@/lib/http/auth";
import { openApiDocument } from "@/lib/http/openapi";
import { route } from "@/lib/http/route";
import { webhooks } from "./events";
import { operations } from "./operations";

export const dynamic = "force-dynamic";

export const GET = route({
  operationId: "openApi",
  summary: "The OpenAPI 3.1 document",
  auth: anyone,
  rate: "read",
  answers: { 200: { description: "The document", body: z.looseObject({ openapi: z.string() }) } },
  handle: async () => {
    const { name, version } = serviceInfo();
    const body = openApiDocument({ title: name, version, server: env().baseUrl }, operations, webhooks);
    return { status: 200, body, headers: { "cache-control": "public, max-age=300" } };
  },
});
