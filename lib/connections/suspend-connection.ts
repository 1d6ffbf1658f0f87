import { eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { connections } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { reachOf } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";

/**
 * Suspends a merchant's connection, inside the current transaction with its row locked: data is still accepted and
 * scored, and the journey opens, but no loan is approved. A suspended or disconnected connection is left alone.
 */
export async function suspendConnection(call: { actor: Actor; merchantId: string; now: BusinessTime }): Promise<void> {
  const { actor, merchantId, now } = call;
  const [suspended] = await db()
    .update(connections)
    .set({ status: "SUSPENDED" })
    .where(
      inReach(
        connections,
        reachOf(actor),
        eq(connections.merchantId, merchantId),
        inArray(connections.status, ["PENDING", "ACTIVE"]),
      ),
    )
    .returning({ id: connections.id });
  if (suspended) await recordAudit({ actor, action: "connection.suspend", subjectId: suspended.id, now });
}
