import type { Call } from "@/lib/kernel/call";
import type { Reach } from "@/lib/kernel/reach";
import type { RealTime } from "@/lib/kernel/time";
import { reopenConnection } from "@/lib/merchants/merchants/reopen-connection";
import { decisiveFlag } from "@/lib/sales/data-events/queries";
import { endConsents } from "./end-consents";

/** Nothing granted before comes back to life. The merchant's row must be locked. */
export async function reconnectMerchant(
  call: Call<{ reach: Reach; merchantId: string; realNow: RealTime }>,
): Promise<void> {
  const { actor, reach, merchantId, now, realNow } = call;
  await endConsents({ actor, reach, merchantId, realNow });
  const suspended = (await decisiveFlag(reach, merchantId)) === "SUSPENDED";
  await reopenConnection({ actor, reach, merchantId, suspended, now });
}
