import { db } from "@/db/client";
import { oauthAccessTokens, oauthClients, oauthGrants } from "@/db/schema/oauth";
import { inTenant, ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { later, second } from "@/lib/kernel/calendar";
import { sha256 } from "@/lib/kernel/crypto";
import { newId } from "@/lib/kernel/ids";
import { newToken } from "@/lib/sales/oauth/token";
import { accessTokenSeconds, type Scope } from "@/lib/terms/oauth";
import { now } from "@/test/time";

const everyScope: Scope[] = ["data.share.sales", "data.read.score", "loans.read", "events.write"];

/** An access token of the tenant's OAuth client, which is made when there is none: the marketplace's own, or a merchant's. */
export async function accessTokenOf(
  tenant: Tenant,
  options: { scopes?: Scope[]; merchantId?: string } = {},
): Promise<string> {
  const { scopes = everyScope, merchantId } = options;
  const createdAt = now();
  const expiresAt = later(createdAt, accessTokenSeconds * second);
  const clientId = await clientOf(tenant);
  const grantId = newId("oauthGrant");
  await db()
    .insert(oauthGrants)
    .values({
      id: grantId,
      ...ownedBy(tenant),
      clientId,
      merchantId: merchantId ?? null,
      scopes,
      createdAt,
      expiresAt,
    });
  const token = newToken("accessToken");
  await db()
    .insert(oauthAccessTokens)
    .values({ digest: sha256(token), grantId, scopes, createdAt, expiresAt });
  return token;
}

async function clientOf(tenant: Tenant): Promise<string> {
  await db()
    .insert(oauthClients)
    .values({
      id: newId("oauthClient"),
      ...ownedBy(tenant),
      secretDigest: sha256(newToken("clientSecret")),
      redirectUris: ["https://marketplace.example/callback"],
      createdAt: now(),
    })
    .onConflictDoNothing({ target: [oauthClients.marketplaceId, oauthClients.environment] });
  const [client] = await db().select({ id: oauthClients.id }).from(oauthClients).where(inTenant(oauthClients, tenant));
  if (!client) throw new Error("The tenant has no OAuth client although one was made.");
  return client.id;
}
