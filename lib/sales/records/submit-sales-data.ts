import { transaction } from "@/db/client";
import type { Call } from "@/lib/kernel/call";
import { invalidField } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { acceptRecord, refuseFutureMonths } from "./accept-record";

export async function submitSalesData(call: Call<{ ref: string; input: MerchantRecord }>) {
  const { actor, ref, input, now } = call;
  refuseFutureMonths(input, now);
  return transaction(async () => {
    const merchant = await findMerchant(reachOf(actor), ref, { lock: true });
    const { merchantId, thirdPartyCustomerId } = merchant;
    if (input.merchantIdentity.merchantId !== thirdPartyCustomerId) {
      throw invalidField("merchantIdentity.merchantId", "Must be the thirdPartyCustomerId of the merchant in the path");
    }
    const submissionId = await acceptRecord({ actor, merchant, record: input, now });
    return { merchantId, thirdPartyCustomerId, submissionId, submittedAt: now };
  });
}
submitSalesData.errors = ["NOT_FOUND", "CONNECTION_CLOSED"] as const;
