import { and, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { type oauthAccessTokens, type oauthCodes, oauthGrants, type oauthRefreshTokens } from "@/db/schema/oauth";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { sha256 } from "@/lib/kernel/crypto";
import type { RealTime } from "@/lib/kernel/time";
import type { OAuthError } from "./error";
import { hasEnded } from "./grant-ended";
import { reuseGrace } from "./lifetimes";
import type { OAuthClient } from "./queries";
import { revokeGrant } from "./revoke-grant";
import type { TokenRequest } from "./schema";

type UsedOnce = typeof oauthCodes | typeof oauthRefreshTokens;
type Granted = UsedOnce | typeof oauthAccessTokens;

export type GrantCall = { client: OAuthClient; input: TokenRequest; realNow: RealTime };

export async function findGranted<Table extends Granted>(table: Table, text: string) {
  const [row] = await db()
    .select({ token: table as Granted, grant: oauthGrants })
    .from(table as Granted)
    .innerJoin(oauthGrants, eq(oauthGrants.id, table.grantId))
    .where(eq(table.digest, sha256(text)));
  return row as { token: Table["$inferSelect"]; grant: typeof oauthGrants.$inferSelect } | undefined;
}

/**
 * The code or refresh token that a client presents, while it is good. A second use later than a double click means that
 * somebody else has it, too: its grant is revoked with all its tokens (RFC 9700, sections 4.5 and 4.14.2).
 * @param unusable thrown otherwise, also for another client's, which stays valid for its own client.
 */
export async function findUnused<Table extends UsedOnce>(
  table: Table,
  text: string,
  { client, realNow, unusable }: { client: OAuthClient; realNow: RealTime; unusable: OAuthError },
) {
  const found = await findGranted(table, text);
  if (!found || found.grant.clientId !== client.id) throw unusable;
  const { token, grant } = found;
  const { usedAt, expiresAt } = token;
  const actor: Actor = { kind: "oauthClient", tenant: tenantOf(grant), clientId: client.id };
  if (usedAt && realNow.getTime() - usedAt.getTime() > reuseGrace)
    await revokeGrant({ actor, grantId: grant.id, reused: true, realNow });
  if (usedAt || expiresAt <= realNow || (await hasEnded(grant))) throw unusable;
  return { token, grant, actor };
}

/** Marks a code or refresh token as used. However many try at the same moment, one succeeds. */
export async function markUsed(table: UsedOnce, digest: string, realNow: RealTime): Promise<boolean> {
  const marked = await db()
    .update(table)
    .set({ usedAt: realNow })
    .where(and(eq(table.digest, digest), isNull(table.usedAt)))
    .returning({ digest: table.digest });
  return marked.length > 0;
}
