import { operatorIn, tenantOf } from "@/lib/kernel/actor";
import type { OperatorCall } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { createMerchant } from "@/lib/merchants/merchants/create-merchant";
import { readBusinessNow } from "@/lib/parties/marketplaces/queries";

import { findMarketplaceSubject } from "@/lib/surfaces/console/queries";
import { present } from "@/lib/terms/table";
import { readMerchantAnywhere } from "./list-merchants";
import type { AddMerchant, MerchantAnswer } from "./schema";

/** As its own call would (`createMerchant`): one that is there is completed. An archived one does not change. */
export async function addMerchant(
  call: OperatorCall<{ input: AddMerchant }>,
): Promise<{ created: boolean; merchant: MerchantAnswer }> {
  const { operator, input, realNow } = call;
  const { marketplaceId, environment, ...given } = input;
  const marketplace = await findMarketplaceSubject(marketplaceId);
  if (environment === "live" && !marketplace.liveAt) {
    throw new CodedError("MARKETPLACE_NOT_LIVE", "This marketplace has no live merchants before it is live.");
  }
  const tenant = tenantOf({ marketplaceId: marketplace.id, environment });
  const now = await readBusinessNow(tenant, realNow);
  const actor = operatorIn(tenant, operator);
  const { created, merchantId } = await createMerchant({ actor, input: present(given), now });
  const merchant = await readMerchantAnywhere(merchantId);
  if (!created && merchant.archivedAt) {
    throw new CodedError("ARCHIVED", "This merchant is archived: it is back when it connects again.");
  }
  return { created, merchant };
}
addMerchant.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND", "MARKETPLACE_NOT_LIVE", "ARCHIVED"] as const;
