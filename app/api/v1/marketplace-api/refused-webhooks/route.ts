import { z } from "zod";
import { secretKey } from "@/lib/edge/http/auth";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { listRefusals } from "@/lib/platform/inbound/queries";
import { refusalCursors, refusalList } from "@/lib/platform/inbound/schema";

export const GET = route({
  operationId: "listRefusedWebhooks",
  summary: "List refused webhooks",
  description:
    "Correctly signed webhooks of the last 30 days that were answered 400, 404 or 409, newest first, with what " +
    "was wrong. They stay listed even after a corrected one was accepted.",
  auth: secretKey,
  rate: "read",
  query: z.object({ ...pageQuery.shape, ...refusalCursors.shape }),
  answers: { 200: { description: "A page of refused webhooks", body: refusalList } },
  respond: ({ actor, query }) => listRefusals(actor.tenant, query),
});
