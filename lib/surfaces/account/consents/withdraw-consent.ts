import { transaction } from "@/db/client";
import { notFound } from "@/lib/kernel/errors";
import { reachOfRow } from "@/lib/kernel/reach";
import { businessTime, type RealTime } from "@/lib/kernel/time";
import { endConnection } from "./disconnect-merchant";
import { findOwnConnection } from "./list-consents";

/** For whoever has signed in, at one marketplace, and disconnects it there. Repeating changes nothing. */
export async function withdrawConsent(call: { userId: string; merchantId: string; realNow: RealTime }): Promise<void> {
  const { userId, merchantId, realNow } = call;
  const own = await findOwnConnection(userId, merchantId);
  if (!own) throw notFound("merchant");
  const { tenant, clockAhead } = own;
  const now = businessTime(realNow, clockAhead);
  const actor = { kind: "merchant", tenant, userId } as const;
  const reach = reachOfRow({ ...tenant, merchantId });
  await transaction(() => endConnection({ actor, reach, ref: merchantId, by: "MERCHANT", note: null, now, realNow }));
}
