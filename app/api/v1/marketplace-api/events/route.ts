import { z } from "zod";
import { secretKey } from "@/lib/http/auth";
import { pageQuery } from "@/lib/http/pagination";
import { route } from "@/lib/http/route";
import { reachOf } from "@/lib/reach";
import { listEvents } from "@/lib/webhooks/outbound/queries";
import { eventFilters, eventList } from "@/lib/webhooks/outbound/schema";

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
