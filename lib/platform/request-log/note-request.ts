import { type Actor, actorName, type Caller } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import type { RealTime } from "@/lib/kernel/time";
import { areRequestsKept, type KeptRequest, keep } from "./kept-requests";

type Noted = Omit<KeptRequest, "id" | "tenant" | "credential" | "at">;

/** The marketplace's own programs and staff. What merchants and their browsers ask is not the marketplace's to read. */
const logged: ReadonlySet<Actor["kind"]> = new Set([
  "secretKey",
  "accessToken",
  "oauthClient",
  "webhook",
  "marketplaceUser",
]);

/** Notes a request for the request log, which is written in batches. Costs a request no more than a few microseconds. */
export function noteRequest(actor: Caller, request: Noted, realNow: () => RealTime): void {
  if (!("tenant" in actor) || !areRequestsKept() || !logged.has(actor.kind)) return;
  const { tenant } = actor;
  keep({ id: newId("loggedRequest"), tenant, credential: actorName(actor), at: realNow(), ...request });
}
