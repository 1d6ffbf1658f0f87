import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { matchesRef } from "@/db/merchant-ref";
import { connections, merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import type { ConnectionStatus } from "@/lib/connections/states";
import { notFound } from "@/lib/errors";
import type { Reach } from "@/lib/reach";

/** What a verb needs to know of the merchant it works for. */
export type MerchantRef = {
  merchantId: string;
  /** Null until the marketplace has said which of its merchants this is. */
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

/**
 * The merchant behind a `{ref}`, if it is in reach. Any other, whether it exists or not, is answered alike and not locked.
 * @param options.lock takes the merchant's and the connection's row for the rest of the transaction, so that verbs that
 *   change what belongs to it go one after another.
 * @throws CodedError NOT_FOUND
 */
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
