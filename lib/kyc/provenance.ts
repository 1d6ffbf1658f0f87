import type { Actor } from "@/lib/actor";

/** Whether the merchant itself is at work: what it writes is not shown to it as coming from its marketplace. */
export function isMerchant(actor: Actor): boolean {
  return actor.kind === "embedToken" || actor.kind === "merchant";
}
