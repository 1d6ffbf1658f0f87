import type { Actor } from "@/lib/actor";

/** The one merchant whose loans an actor reaches; null: every merchant's of its tenant. */
export function reachOf(actor: Actor): string | null {
  return actor.kind === "embedToken" || actor.kind === "accessToken" ? actor.merchantId : null;
}
