import { z } from "zod";
import { anyone } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { serviceInfo } from "@/lib/surfaces/health/info";

export const dynamic = "force-dynamic";

export const GET = route({
  operationId: "apiInfo",
  summary: "Name, version and links",
  description: "A place to begin: what this is, and where everything is found.",
  auth: anyone,
  rate: "read",
  answers: {
    200: {
      description: "About the service",
      body: z.object({ name: z.string(), version: z.string(), links: z.record(z.string(), z.string()) }),
    },
  },
  respond: async () => serviceInfo(),
});
