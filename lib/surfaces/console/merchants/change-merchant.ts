import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { connections, merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { operatorIn } from "@/lib/kernel/actor";
import type { OperatorCall } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { readBusinessNow } from "@/lib/parties/marketplaces/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";

import { findMerchantSubject } from "@/lib/surfaces/console/queries";
import { readMerchantAnywhere } from "./list-merchants";
import type { ChangeMerchant, MerchantAnswer } from "./schema";

/** Corrects what is known of a merchant. What it has given in KYC stays as it gave it. */
export async function changeMerchant(
  call: OperatorCall<{ merchantId: string; input: ChangeMerchant }>,
): Promise<MerchantAnswer> {
  const { operator, merchantId, input, realNow } = call;
  const { tenant } = await findMerchantSubject(merchantId);
  const now = await readBusinessNow(tenant, realNow);
  const actor = operatorIn(tenant, operator);
  const reach = reachOf(actor);
  return transaction(async () => {
    await findMerchant(reach, merchantId, { lock: true });
    const before = await readMerchantAnywhere(merchantId);
    if (before.archivedAt) throw new CodedError("ARCHIVED", "This merchant is archived: it stays as it is.");
    const { externalReference, ...given } = input;
    const changed = Object.entries(given).filter(
      ([name, value]) => value != null && value !== Reflect.get(before, name),
    );
    const connected = externalReference != null && externalReference !== before.externalReference;
    const fields = [...changed.map(([name]) => name), ...(connected ? ["externalReference"] : [])];
    if (fields.length === 0) return before;
    if (changed.length > 0) {
      const mine = inReach(merchants, reach, eq(merchants.id, merchantId));
      await db().update(merchants).set(Object.fromEntries(changed)).where(mine);
    }
    if (connected) {
      const link = inReach(connections, reach, eq(connections.merchantId, merchantId));
      await db().update(connections).set({ externalReference }).where(link);
    }
    // Which, but not what: the log is no second place for personal data.
    const detail = { fields: fields.join(", ") };
    await recordAudit({ actor, action: "merchant.change", detail, subjectId: merchantId, now });
    return readMerchantAnywhere(merchantId);
  });
}
changeMerchant.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND", "ARCHIVED"] as const;
