import { db } from "@/db/client";
import { apiSecrets } from "@/db/schema/marketplaces";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { sha256 } from "@/lib/kernel/crypto";
import type { RealTime } from "@/lib/kernel/time";
import { noteUse } from "./note-use";

/** Records that a tenant's API secret has signed. @param secrets those in force, the current one first */
export function touchApiSecret(tenant: Tenant, secret: string, secrets: readonly string[], realNow: RealTime): void {
  const isCurrent = secret === secrets[0];
  const used = isCurrent ? { lastUsedAt: realNow } : { previousLastUsedAt: realNow };
  // The same secret counts anew once it is the previous one.
  noteUse(`${isCurrent ? "" : "previous "}${sha256(secret)}`, realNow, () =>
    db().update(apiSecrets).set(used).where(inTenant(apiSecrets, tenant)),
  );
}
