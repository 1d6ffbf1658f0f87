import type { Actor } from "@/lib/actor";
import { bindMerchantId } from "@/lib/merchants/bind-merchant-id";
import { findMerchant } from "@/lib/merchants/queries";
import { arrangeBatch } from "./arrange-batch";
import { checkRecord } from "./check-record";

/** Which merchants a token may submit data for: any, one by the marketplace's id, or none that there is. */
export type Reach = { kind: "any" } | { kind: "one"; id: string } | { kind: "none" };

/**
 * How far a token reaches with these records. A merchant-bound one reaches its merchant. When the marketplace has not said
 * yet which of its merchants that is, the first sound record says it, unless the id is another's.
 */
export async function reachOf(call: {
  actor: Actor;
  /** The merchant that the token is bound to. */
  merchantId: string | null;
  records: readonly unknown[];
  now: Date;
}): Promise<Reach> {
  const { actor, merchantId, records, now } = call;
  if (merchantId === null) return { kind: "any" };
  const merchant = await findMerchant(actor.tenant, merchantId, { lock: true });
  if (merchant.connectionStatus === "DISCONNECTED") return { kind: "none" };
  if (merchant.thirdPartyCustomerId !== null) return { kind: "one", id: merchant.thirdPartyCustomerId };
  const inOrderSent = arrangeBatch(records).entries.sort((one, other) => one.index - other.index);
  const first = inOrderSent.find(({ raw }) => "record" in checkRecord(raw, now));
  if (!first) return { kind: "none" };
  const id = first.merchantId;
  const bound = await bindMerchantId({ actor, merchantId, thirdPartyCustomerId: id, now });
  return bound ? { kind: "one", id } : { kind: "none" };
}
