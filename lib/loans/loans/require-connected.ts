import type { Actor } from "@/lib/kernel/actor";
import { CodedError } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import type { LoanRecord } from "./load-loans";

/** Requires that the merchant's marketplace can still deduct for it, before funding proceeds. */
export async function requireConnected(actor: Actor, { merchantId }: LoanRecord): Promise<void> {
  if (actor.kind !== "embedToken") return;
  const { connectionStatus } = await findMerchant(reachOf(actor), merchantId);
  if (connectionStatus !== "DISCONNECTED") return;
  throw new CodedError("CONNECTION_CLOSED", "The merchant is disconnected; nothing can be paid out to it.");
}
