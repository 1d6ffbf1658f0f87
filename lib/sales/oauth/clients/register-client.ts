import { db, transaction } from "@/db/client";
import { oauthClients } from "@/db/schema/oauth";
import { inTenant, ownedBy } from "@/db/tenancy";
import type { Environment } from "@/lib/kernel/actor";
import type { RealTimeCall } from "@/lib/kernel/call";
import { sha256 } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";
import { CodedError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { parseUrl } from "@/lib/kernel/parse-url";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { newToken } from "@/lib/sales/oauth/token";
import { requirePermission } from "@/lib/terms/users/roles";
import type { OAuthClientRegistered } from "./schema";

/** The secret is returned once, when the client is created; only its digest is stored. */
export async function registerClient(
  call: RealTimeCall<{ input: { redirectUris: string[] } }>,
): Promise<OAuthClientRegistered> {
  const { actor, input, realNow } = call;
  requirePermission(actor, registerClient.permission);
  const redirectUris = [...new Set(input.redirectUris)];
  const fields = redirectUris.flatMap((uri, i) => {
    const error = redirectUriFault(uri, actor.tenant.environment);
    return error ? [{ field: `redirectUris.${i}`, error }] : [];
  });
  if (fields.length > 0) throw new CodedError("VALIDATION_FAILED", "The redirect URIs are not valid.", { fields });
  return transaction(async () => {
    const secret = newToken("clientSecret");
    const row = { id: newId("oauthClient"), secretDigest: sha256(secret), redirectUris, createdAt: realNow };
    const [created] = await db()
      .insert(oauthClients)
      .values({ ...row, ...ownedBy(actor.tenant) })
      .onConflictDoNothing({ target: [oauthClients.marketplaceId, oauthClients.environment] })
      .returning({ id: oauthClients.id });
    const [changed] = created
      ? []
      : await db()
          .update(oauthClients)
          .set({ redirectUris })
          .where(inTenant(oauthClients, actor.tenant))
          .returning({ id: oauthClients.id });
    const clientId = created?.id ?? changed?.id;
    if (!clientId) throw new Error("The client was neither created nor found.");
    await recordAudit({ actor, action: "oauth.register-client", subjectId: clientId, now: realNow });
    return { clientId, redirectUris, ...(created ? { clientSecret: secret } : {}) };
  });
}
registerClient.errors = ["INSUFFICIENT_ROLE"] as const;
registerClient.permission = "change" as const;

/** In test it may be http on the developer's machine, or at the service's own address for the sandbox's own page. */
export function redirectUriFault(uri: string, environment: Environment): string | null {
  const url = parseUrl(uri);
  if (!url || /[^\x21-\x7e]/.test(uri)) return "Must be an absolute address in ASCII";
  // Browsers read a backslash as a slash, other programs do not; and whoever writes * hopes for more than one address.
  if (/[\\*]/.test(uri)) return "Must have no backslash and no *: addresses are compared character by character";
  const { protocol, host, hostname, username, password, hash } = url;
  if (hash || uri.includes("#")) return "Must not have a fragment (RFC 6749, section 3.1.2)";
  if (username || password) return "Must not have a user name or password";
  if (protocol === "https:") return null;
  const near = ["localhost", "127.0.0.1", "[::1]"].includes(hostname) || host === new URL(env().baseUrl).host;
  if (protocol === "http:" && near && environment === "test") return null;
  return environment === "test" ? "Must be https, or http on this machine" : "Must be https";
}
