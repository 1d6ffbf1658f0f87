import type { Actor } from "@/lib/actor";
import { bindMerchantId } from "@/lib/merchants/bind-merchant-id";
import { findMerchant } from "@/lib/merchants/queries";
import type { Reach } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";
import { arrangeBatch } from "./arrange-batch";
import { checkRecord } from "./check-record";

/** Which of the marketplace's own merchant ids a submission may bring data for: any, one, or none that there is. */
export type SubmissionScope = { kind: "any" } | { kind: "one"; id: string } | { kind: "none" };

/**
 * What may be submitted with these records. Where one merchant is in reach, it is its own id. When the marketplace has not
 * said yet which of its merchants that is, the first sound record says it, unless the id is another's.
 */
export async function submissionScopeOf(call: {
  actor: Actor;
  /** Of whoever sent the records, which a job works off later. */
  reach: Reach;
  records: readonly unknown[];
  now: BusinessTime;
}): Promise<SubmissionScope> {
  const { actor, reach, records, now } = call;
  if (reach.merchants === "every") return { kind: "any" };
  const { merchantId } = reach;
  const merchant = await findMerchant(reach, merchantId, { lock: true });
  if (merchant.connectionStatus === "DISCONNECTED") return { kind: "none" };
  if (merchant.thirdPartyCustomerId !== null) return { kind: "one", id: merchant.thirdPartyCustomerId };
  const inOrderSent = arrangeBatch(records).entries.sort((one, other) => one.index - other.index);
  const first = inOrderSent.find(({ raw }) => "record" in checkRecord(raw, now));
  if (!first) return { kind: "none" };
  const id = first.merchantId;
  const bound = await bindMerchantId({ actor, merchantId, thirdPartyCustomerId: id, now });
  return bound ? { kind: "one", id } : { kind: "none" };
}
