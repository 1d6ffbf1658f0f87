import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { connections } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import type { Call } from "@/lib/kernel/call";
import { type Reach, reachOf } from "@/lib/kernel/reach";
import type { RealTime } from "@/lib/kernel/time";
import { cancelFundingRequests } from "@/lib/lending/funding/cancel-funding-requests";
import { lockOffers, withdrawOffers } from "@/lib/loans/loans/withdraw-offers";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { recordEvent } from "@/lib/platform/messages/webhooks/record-event";
import { endAccesses } from "@/lib/sales/data-access/end-access";
import { endConsents } from "@/lib/sales/oauth/end-consents";
import type { Disconnector } from "@/lib/terms/connections";
import { readConnection } from "./queries";
import type { ConnectionAnswer, DisconnectMerchant } from "./schema";

/** docs/merchants.md#disconnecting. One that has ended stays as it is, but for a permission given again since. */
export async function disconnectMerchant(
  call: Call<{ ref: string; input: DisconnectMerchant; realNow: RealTime }>,
): Promise<ConnectionAnswer> {
  const { input, ...rest } = call;
  const ending = { ...rest, reach: reachOf(call.actor), by: "MARKETPLACE", note: input.reason ?? null } as const;
  return transaction(async () => {
    await endConnection(ending);
    return readConnection(ending.reach, call.ref);
  });
}
disconnectMerchant.errors = ["NOT_FOUND"] as const;

/** In the caller's transaction: ends grants and tokens, pending requests and offers. Running loans go on. */
export async function endConnection(
  call: Call<{ reach: Reach; ref: string; by: Disconnector; note: string | null; realNow: RealTime }>,
): Promise<void> {
  const { actor, reach, ref, by, note, now, realNow } = call;
  const { merchant, offers } = await lockOffers(reach, ref);
  const { merchantId, connectionId, connectionStatus } = merchant;
  // A permission given again after the last disconnection may still be waiting for its first record.
  await endAccesses({ actor, reach, merchantId, by, now, realNow });
  if (connectionStatus === "DISCONNECTED") return;
  await endConsents({ actor, reach, merchantId, realNow });
  const cancelled = await cancelFundingRequests({ actor, reach, merchantId, now });
  const running = await withdrawOffers({ actor, reach, merchant, offers, now });
  await db()
    .update(connections)
    .set({ status: "DISCONNECTED", disconnectedAt: now, disconnectedBy: by, disconnectNote: note })
    .where(inReach(connections, reach, eq(connections.merchantId, merchantId)));
  await recordAudit({ actor, action: "connection.disconnect", detail: { by }, subjectId: connectionId, now });
  await recordEvent({
    tenant: actor.tenant,
    merchantId,
    type: "merchant.disconnected",
    payload: {
      connection_id: connectionId,
      reason: by,
      disconnected_at: now.toISOString(),
      cancelled_funding_requests: cancelled,
      running_loans: running,
    },
    now,
  });
}
