import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { connections } from "@/db/schema/merchants";
import { inReach, ownedBy } from "@/db/tenancy";
import { wakeRequests } from "@/db/wake-funding-requests";
import type { Call } from "@/lib/kernel/call";
import { reachOf } from "@/lib/kernel/reach";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { openedAgain } from "./reopen-connection";

/** Waiting funding requests are decided again. The merchant's row must be locked. */
export async function reinstateConnection(call: Call<{ merchantId: string }>): Promise<void> {
  const { actor, merchantId, now } = call;
  const [lifted] = await db()
    .update(connections)
    .set(openedAgain(merchantId, now))
    .where(
      inReach(connections, reachOf(actor), eq(connections.merchantId, merchantId), eq(connections.status, "SUSPENDED")),
    )
    .returning({ id: connections.id });
  if (!lifted) return;
  await recordAudit({ actor, action: "connection.reinstate", subjectId: lifted.id, now });
  await wakeRequests([{ ...ownedBy(actor.tenant), merchantId, now }]);
}
