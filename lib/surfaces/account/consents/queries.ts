import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { matchesRef } from "@/db/merchant-ref";
import { connections, merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { notFound } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import { runningLoans } from "@/lib/merchants/merchants/running-loans";
import type { ConnectionAnswer } from "./schema";

export async function readConnection(reach: Reach, ref: string): Promise<ConnectionAnswer> {
  const [row] = await db()
    .select({
      connectionId: connections.id,
      merchantId: merchants.id,
      thirdPartyCustomerId: merchants.thirdPartyCustomerId,
      connectionStatus: connections.status,
      disconnectedAt: connections.disconnectedAt,
      disconnectedBy: connections.disconnectedBy,
    })
    .from(merchants)
    .innerJoin(connections, eq(connections.merchantId, merchants.id))
    .where(inReach(merchants, reach, matchesRef(ref)));
  if (!row) throw notFound("merchant");
  const disconnectedAt = row.disconnectedAt?.toISOString() ?? null;
  return { ...row, disconnectedAt, runningLoans: await runningLoans(reach, row.merchantId) };
}
