import { eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { connections } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import type { Call } from "@/lib/kernel/call";
import { reachOf } from "@/lib/kernel/reach";
import { recordAudit } from "@/lib/platform/audit/record-audit";

/** Data is still accepted and the journey opens, but no loan is approved. The merchant's row must be locked. */
export async function suspendConnection({ actor, merchantId, now }: Call<{ merchantId: string }>): Promise<void> {
  const open = inArray(connections.status, ["PENDING", "ACTIVE"]);
  const [suspended] = await db()
    .update(connections)
    .set({ status: "SUSPENDED" })
    .where(inReach(connections, reachOf(actor), eq(connections.merchantId, merchantId), open))
    .returning({ id: connections.id });
  if (suspended) await recordAudit({ actor, action: "connection.suspend", subjectId: suspended.id, now });
}
