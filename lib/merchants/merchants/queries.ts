import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { matchesRef } from "@/db/merchant-ref";
import { connections, merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { notFound } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import type { ConnectionStatus } from "@/lib/terms/connections";

export type MerchantRef = {
  merchantId: string;
  /** Null until the marketplace says which of its merchants this is. */
  thirdPartyCustomerId: string | null;
  connectionId: string;
  connectionStatus: ConnectionStatus;
};

const columns = {
  merchantId: merchants.id,
  thirdPartyCustomerId: merchants.thirdPartyCustomerId,
  connectionId: connections.id,
  connectionStatus: connections.status,
};

/** `lock`: the merchant's and the connection's row, which serializes the verbs that change the merchant's data. */
export async function findMerchant(reach: Reach, ref: string, options: { lock?: boolean } = {}): Promise<MerchantRef> {
  const query = db()
    .select(columns)
    .from(merchants)
    .innerJoin(connections, eq(connections.merchantId, merchants.id))
    .where(inReach(merchants, reach, matchesRef(ref)));
  const [row] = await (options.lock ? query.for("update", { of: [merchants, connections] }) : query);
  if (!row) throw notFound("merchant");
  return row;
}
