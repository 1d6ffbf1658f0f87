import type { Page } from "@/db/page";
import type { Tenant } from "@/lib/actor";
import { listRequests } from "@/lib/request-log/queries";
import { realTimeOf } from "@/lib/time";
import { dayBegins, dayEnds } from "./lagos-days";
import type { RequestListQuery } from "./log-schema";

/** A page of a tenant's logged requests, newest first, as the address of the list asks for it. Days are real ones. */
export function listRequestsForStaff(tenant: Tenant, query: RequestListQuery, page: Page) {
  const { q: requestId, outcome, operation } = query;
  const from = query.from === undefined ? undefined : realTimeOf(dayBegins(query.from));
  const to = query.to === undefined ? undefined : realTimeOf(dayEnds(query.to));
  return listRequests(tenant, { requestId, outcome, operation, from, to, ...page });
}
