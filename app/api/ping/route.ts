import { z } from "zod";
import { anyone } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";

export const dynamic = "force-dynamic";

export const GET = route({
  operationId: "ping",
  summary: "Ping",
  description: "Whether the service answers at all. It asks nothing else, not even the database.",
  auth: anyone,
  rate: null,
  answers: { 200: { description: "Pong", body: z.object({ pong: z.literal(true) }) } },
  respond: async () => ({ pong: true }),
});
