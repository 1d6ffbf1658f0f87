import { type Caller, tenantOfCaller } from "@/lib/actor";
import { noteLiveRequest, type SeatKind, takeSeat } from "@/lib/seats";
import type { RateClass } from "./rate-limit";

/** What of a route's declaration says how much it takes. */
type Weighed = {
  rate: RateClass | null;
  rawBody?: boolean;
  idempotent?: boolean | "apart";
  answers: Record<number, { text?: string }>;
};

/**
 * Waits until the tenant of a request has a seat free for it (docs/operations.md#neighbours).
 * @returns what gives the seat back, which must be called however the request ends.
 * @throws CodedError RATE_LIMITED
 */
export async function takeRequestSeat(declaration: Weighed, actor: Caller | null): Promise<() => void> {
  const tenant = tenantOfCaller(actor);
  if (tenant?.environment === "live") noteLiveRequest();
  const kind = actor && kindOf(declaration, actor);
  return kind && tenant ? takeSeat(tenant, kind) : () => {};
}

/** Null: no seat is needed. */
function kindOf({ rate, rawBody, idempotent, answers }: Weighed, actor: Caller): SeatKind | null {
  // Work in several pieces waits for turns of its own, and a slow sender of bytes holds nothing up.
  if (rate === null || rawBody || idempotent === "apart") return null;
  const document = Object.values(answers).some(({ text }) => text === "application/pdf");
  if (rate === "bulk" || document) return "heavy";
  // Webhooks that come together are booked together, over few connections: each needs a seat only as a read does.
  return rate === "read" || actor.kind === "webhook" ? "read" : "write";
}
