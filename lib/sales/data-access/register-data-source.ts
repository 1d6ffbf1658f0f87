import { db, transaction } from "@/db/client";
import { dataSources } from "@/db/schema/data-access";
import { inTenant, ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import type { RealTimeCall } from "@/lib/kernel/call";
import { encrypt } from "@/lib/kernel/crypto";
import { invalidField, refuseInvalid } from "@/lib/kernel/errors";
import { isLocalName } from "@/lib/kernel/loopback";
import { parseUrl } from "@/lib/kernel/parse-url";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { addressIn, allowsLocal, mayConnect } from "@/lib/platform/egress/address-policy";
import type { DataSource, SaveDataSource } from "@/lib/terms/data-access/schema";
import { requirePermission } from "@/lib/terms/users/roles";
import { readDataSource } from "./read-data-source";

/** What was allowed at another issuer, or another client, counts no more: merchants are asked anew. */
export async function registerDataSource(call: RealTimeCall<{ input: SaveDataSource }>): Promise<DataSource> {
  const { actor, input, realNow } = call;
  requirePermission(actor, registerDataSource.permission);
  const { tenant } = actor;
  refuseInvalid([
    ...addressFaults("issuer", input.issuer, tenant),
    ...(/[?#]/.test(input.issuer) ? [{ field: "issuer", error: "Must have no query and no fragment" }] : []),
    ...addressFaults("dataUrl", input.dataUrl, tenant),
  ]);
  const { issuer, clientId, clientSecret, dataUrl } = input;
  const scopes = [...new Set(input.scopes ?? [])];
  const values = { issuer, clientId, dataUrl, scopes, description: input.description || null, updatedAt: realNow };
  await transaction(async () => {
    const [known] = await db().select().from(dataSources).where(inTenant(dataSources, tenant)).for("update");
    const same = known?.issuer === issuer && known.clientId === clientId && isSameServer(known.dataUrl, dataUrl);
    const stays = same ? known.clientSecret : null;
    const secret = clientSecret ? encrypt("data_sources.client_secret", clientSecret) : stays;
    // A secret goes to the server that it was registered for, and to no other. So do merchants' tokens: who has them sent
    // to another server shows that the client is theirs.
    if (secret === null) {
      throw invalidField("clientSecret", "Must be given with a new source, issuer, client or server of records");
    }
    await db()
      .insert(dataSources)
      .values({ ...ownedBy(tenant), ...values, clientSecret: secret, createdAt: realNow })
      .onConflictDoUpdate({
        target: [dataSources.marketplaceId, dataSources.environment],
        set: { ...values, clientSecret: secret },
      });
    await recordAudit({ actor, action: "data-source.save", subjectId: tenant.marketplaceId, now: realNow });
  });
  return readDataSource(tenant);
}
registerDataSource.errors = ["INSUFFICIENT_ROLE"] as const;
registerDataSource.permission = "change" as const;

function isSameServer(one: string, other: string): boolean {
  return parseUrl(one)?.origin === parseUrl(other)?.origin;
}

/** Names are judged by the addresses they resolve to, on every connection. */
function addressFaults(field: string, address: string, tenant: Tenant) {
  const url = parseUrl(address);
  const allowLocal = allowsLocal(tenant);
  const fault = (error: string) => [{ field, error }];
  if (!url || /[^\x21-\x7e]|\\/.test(address) || url.hostname.includes("*"))
    return fault("Must be an absolute address in ASCII");
  if (url.protocol !== "https:" && !(allowLocal && url.protocol === "http:")) {
    return fault(allowLocal ? "Must be an https or http URL" : "Must be an https URL");
  }
  if (url.username || url.password) return fault("Must not have a user name or password");
  const host = isLocalName(url.hostname) ? "127.0.0.1" : addressIn(url);
  return host && !mayConnect(host, allowLocal) ? fault("Must be reachable at a public address") : [];
}
