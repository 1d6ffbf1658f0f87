import type { Actor } from "@/lib/kernel/actor";

/** A merchant itself, at work on its own record: in the hosted journey or in its account. */
export type ActingMerchant = Extract<Actor, { kind: "embedToken" | "merchantUser" }>;

/** Whether the actor is the merchant itself: its own input is not shown to it as coming from its marketplace. */
export function isMerchant(actor: Actor): boolean {
  return actor.kind === "embedToken" || actor.kind === "merchantUser" || actor.kind === "merchant";
}
