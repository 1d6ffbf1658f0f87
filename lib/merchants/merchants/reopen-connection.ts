import { eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { connections, merchants } from "@/db/schema/merchants";
import { submissions } from "@/db/schema/scoring";
import { inReach } from "@/db/tenancy";
import type { Call } from "@/lib/kernel/call";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { recordEvent } from "@/lib/platform/messages/webhooks/record-event";
import type { ConnectionStatus } from "@/lib/terms/connections";

/** What makes a connection ACTIVE if data has ever come, otherwise PENDING. */
export function openedAgain(merchantId: string, now: BusinessTime) {
  const hasData = sql`exists (select 1 from ${submissions} where ${submissions.merchantId} = ${merchantId})`;
  const status: SQL<ConnectionStatus> = sql`case when ${connections.activatedAt} is not null or ${hasData}
    then 'ACTIVE' else 'PENDING' end`;
  const at = now.toISOString();
  const activatedAt = sql`coalesce(${connections.activatedAt}, case when ${hasData} then ${at}::timestamptz end)`;
  return { status, activatedAt };
}

/** The merchant's row must be locked. `suspended`: by the marketplace, which a consent does not lift. */
export async function reopenConnection(
  call: Call<{ reach: Reach; merchantId: string; suspended: boolean }>,
): Promise<void> {
  const { actor, reach, merchantId, suspended, now } = call;
  const { status, activatedAt } = openedAgain(merchantId, now);
  const closed = eq(connections.status, "DISCONNECTED");
  const [opened] = await db()
    .update(connections)
    .set({
      ...(suspended ? { status: "SUSPENDED" } : { status, activatedAt }),
      disconnectedAt: null,
      disconnectedBy: null,
      disconnectNote: null,
    })
    .where(inReach(connections, reach, eq(connections.merchantId, merchantId), closed))
    .returning({ id: connections.id, status: connections.status });
  if (!opened || opened.status === "DISCONNECTED") throw new Error(`The merchant ${merchantId} is not disconnected.`);
  const archived = inReach(merchants, reach, eq(merchants.id, merchantId), isNotNull(merchants.archivedAt));
  await db().update(merchants).set({ archivedAt: null }).where(archived);
  await recordAudit({ actor, action: "connection.reconnect", subjectId: opened.id, now });
  const payload = {
    connection_id: opened.id,
    connection_status: opened.status,
    reconnected_at: now.toISOString(),
  };
  await recordEvent({ tenant: actor.tenant, merchantId, type: "merchant.reconnected", payload, now });
}
