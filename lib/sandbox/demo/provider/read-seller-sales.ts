import { CodedError, notFound } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { demoTime } from "@/lib/sandbox/demo/backend";
import { recordOfSeller } from "@/lib/sandbox/demo/shop";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { sellerOfToken } from "./access";
import { requireNoFault } from "./faults";

/** Throws Misbehaviour while the seller's server acts up. */
export async function readSellerSales(call: {
  token: string;
  realNow: RealTime;
  signal: AbortSignal;
}): Promise<MerchantRecord> {
  const { token, realNow, signal } = call;
  const seller = await sellerOfToken(token, realNow);
  if (seller === null)
    throw new CodedError("UNAUTHENTICATED", "The access token is unknown, has expired or was revoked.");
  await requireNoFault(seller, signal);
  const record = recordOfSeller(seller, await demoTime(realNow));
  if (!record) throw notFound("sales figures of this seller");
  return record;
}
