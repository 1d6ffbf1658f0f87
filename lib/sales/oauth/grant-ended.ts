import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { connections } from "@/db/schema/merchants";
import type { oauthGrants } from "@/db/schema/oauth";

/** `findTokenHolder` checks the same for access tokens in its own statement. */
export async function hasEnded(grant: typeof oauthGrants.$inferSelect): Promise<boolean> {
  if (grant.revokedAt) return true;
  if (grant.merchantId === null) return false;
  const [connection] = await db()
    .select({ status: connections.status })
    .from(connections)
    .where(eq(connections.merchantId, grant.merchantId));
  return connection?.status === "DISCONNECTED";
}
