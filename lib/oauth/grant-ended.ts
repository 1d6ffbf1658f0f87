import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { connections } from "@/db/schema/merchants";
import type { oauthGrants } from "@/db/schema/oauth";

/**
 * Whether nothing under a grant is good any more: it was revoked, or the merchant behind it is disconnected from the
 * marketplace. `findTokenHolder` asks the same of every access token in its own statement.
 */
export async function hasEnded(grant: typeof oauthGrants.$inferSelect): Promise<boolean> {
  if (grant.revokedAt) return true;
  if (grant.merchantId === null) return false;
  const [connection] = await db()
    .select({ status: connections.status })
    .from(connections)
    .where(eq(connections.merchantId, grant.merchantId));
  return connection?.status === "DISCONNECTED";
}
