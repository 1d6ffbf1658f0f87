import type { Actor } from "@/lib/actor";
import { bindMerchantId } from "@/lib/merchants/bind";
import { findMerchant } from "@/lib/merchants/queries";
import { arrangeBatch } from "./arrange-batch";
import { checkRecord } from "./check-record";

/**
 * The id of the one merchant that a merchant-bound token may submit data for. When the marketplace has not said yet which
 * of its merchants this is, the first sound record says it. Null: that id is another's. Undefined: no record is sound, so
 * there is nothing to submit for anybody.
 */
export async function consentedId(call: {
  actor: Actor;
  merchantId: string;
  records: readonly unknown[];
  now: Date;
}): Promise<string | null | undefined> {
  const { actor, merchantId, records, now } = call;
  const merchant = await findMerchant(actor.tenant, merchantId, { lock: true });
  if (merchant.thirdPartyCustomerId !== null) return merchant.thirdPartyCustomerId;
  const inOrderSent = arrangeBatch(records).entries.sort((one, other) => one.index - other.index);
  const first = inOrderSent.find(({ raw }) => "record" in checkRecord(raw, now));
  if (!first) return undefined;
  const thirdPartyCustomerId = first.merchantId;
  return (await bindMerchantId({ actor, merchantId, thirdPartyCustomerId, now })) ? thirdPartyCustomerId : null;
}
