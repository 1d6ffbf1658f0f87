import { z } from "zod";
import { anyone } from "@/lib/http/auth";
import { route } from "@/lib/http/route";

export const dynamic = "force-dynamic";

export const GET = route({
  operationId: "ping",
  summary: "Whether the process answers",
  auth: anyone,
  rate: null,
  answers: { 200: { description: "It does", body: z.object({ pong: z.literal(true) }) } },
  handle: async () => ({ status: 200, body: { pong: true } }),
});
