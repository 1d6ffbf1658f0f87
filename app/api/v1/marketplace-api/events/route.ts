import { z } from "zod";
import { secretKey } from "@/lib/edge/http/auth";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { listEvents } from "@/lib/platform/messages/webhooks/queries";
import { eventFilters, eventList } from "@/lib/platform/messages/webhooks/schema";

export const GET = route({
  operationId: "listEvents",
  summary: "List events",
  description:
    "Events of the last 30 days, delivered or not, newest first. A receiver that was down can catch up here.",
  auth: secretKey,
  rate: "read",
  query: z.object({ ...pageQuery.shape, ...eventFilters.shape }),
  answers: { 200: { description: "A page of events", body: eventList } },
  respond: ({ actor, query }) => listEvents(reachOf(actor), query),
});
