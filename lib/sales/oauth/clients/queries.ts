import { db } from "@/db/client";
import { oauthClients } from "@/db/schema/oauth";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { serializeSecretUse } from "@/lib/parties/marketplaces/secret-use";
import type { OAuthCredentials } from "./schema";

export async function readOAuthCredentials(tenant: Tenant, realNow: RealTime): Promise<OAuthCredentials> {
  const credentials = await findOAuthCredentials(tenant, realNow);
  if (!credentials) throw notFound("OAuth client");
  return credentials;
}
readOAuthCredentials.errors = ["NOT_FOUND"] as const;

export async function findOAuthCredentials(tenant: Tenant, realNow: RealTime): Promise<OAuthCredentials | undefined> {
  const [client] = await db().select().from(oauthClients).where(inTenant(oauthClients, tenant));
  if (!client) return undefined;
  const { id: clientId, redirectUris, rotatedAt, createdAt, ...use } = client;
  return { clientId, redirectUris, ...serializeSecretUse({ ...use, rotatedAt: rotatedAt ?? createdAt }, realNow) };
}
