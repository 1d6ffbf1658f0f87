import { z } from "zod";
import { anyone } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";

export const dynamic = "force-dynamic";

export const GET = route({
  operationId: "live",
  summary: "Whether the process is alive",
  description:
    "For who starts a process anew when it does not answer. It asks nothing else: what the process needs, another one would " +
    "need too.",
  auth: anyone,
  rate: null,
  answers: { 200: { description: "It is", body: z.object({ status: z.literal("ok") }) } },
  respond: async () => ({ status: "ok" }),
});
