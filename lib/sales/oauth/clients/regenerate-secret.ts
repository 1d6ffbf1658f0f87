import { sql } from "drizzle-orm";
import { db, one, transaction } from "@/db/client";
import { oauthClients } from "@/db/schema/oauth";
import { ownedBy } from "@/db/tenancy";
import { day, later } from "@/lib/kernel/calendar";
import type { RealTimeCall } from "@/lib/kernel/call";
import { sha256 } from "@/lib/kernel/crypto";
import { newId } from "@/lib/kernel/ids";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { newToken } from "@/lib/sales/oauth/token";
import type { RotateSecret } from "@/lib/terms/secrets";
import { requirePermission } from "@/lib/terms/users/roles";
import type { ClientSecretRegenerated } from "./schema";

/** How long a replaced client secret is still taken (docs/oauth.md#clients). */
const overlap = day;

/** The previous one is taken for 24 hours, unless `immediate`; one still in its own 24 hours ends now. Tokens stay. */
export async function regenerateClientSecret(
  call: RealTimeCall<{ input: RotateSecret }>,
): Promise<ClientSecretRegenerated> {
  const { actor, input, realNow } = call;
  requirePermission(actor, regenerateClientSecret.permission);
  const clientSecret = newToken("clientSecret");
  const secretDigest = sha256(clientSecret);
  const previous = input.immediate
    ? { previousSecretDigest: null, previousSecretUntil: null, previousLastUsedAt: null }
    : {
        previousSecretDigest: sql`${oauthClients.secretDigest}`,
        previousSecretUntil: later(realNow, overlap),
        previousLastUsedAt: sql`${oauthClients.lastUsedAt}`,
      };
  return transaction(async () => {
    const client = await db()
      .insert(oauthClients)
      .values({
        id: newId("oauthClient"),
        ...ownedBy(actor.tenant),
        secretDigest,
        redirectUris: [],
        createdAt: realNow,
      })
      .onConflictDoUpdate({
        target: [oauthClients.marketplaceId, oauthClients.environment],
        set: { secretDigest, rotatedAt: realNow, lastUsedAt: null, ...previous },
      })
      .returning({ id: oauthClients.id, until: oauthClients.previousSecretUntil })
      .then(one);
    await recordAudit({ actor, action: "oauth.regenerate-secret", subjectId: client.id, now: realNow });
    return { clientId: client.id, clientSecret, previousValidUntil: client.until?.toISOString() ?? null };
  });
}
regenerateClientSecret.errors = ["INSUFFICIENT_ROLE"] as const;
regenerateClientSecret.permission = "change" as const;
