import type { Call } from "@/lib/kernel/call";
import type { Reach } from "@/lib/kernel/reach";
import { bindMerchantId } from "@/lib/merchants/merchants/bind-merchant-id";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { arrangeBatch } from "./arrange-batch";
import { checkRecord } from "./check-record";

/** Which of the marketplace's own merchant ids a submission may contain: any, one, or none. */
export type SubmissionScope = { kind: "any" } | { kind: "one"; id: string } | { kind: "none" };

/** Until the marketplace says which merchant the sender is, the first valid record decides. */
export async function submissionScopeOf(
  call: Call<{ reach: Reach; records: readonly unknown[] }>,
): Promise<SubmissionScope> {
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
