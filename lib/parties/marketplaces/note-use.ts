import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { apiSecrets, secretKeys } from "@/db/schema/marketplaces";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { minute } from "@/lib/kernel/calendar";
import { sha256 } from "@/lib/kernel/crypto";
import { log } from "@/lib/kernel/log";
import { processWide } from "@/lib/kernel/process-wide";
import type { RealTime } from "@/lib/kernel/time";

const noted = processWide("noted-uses", () => new Map<string, number>());

/** At most once a minute each and without delaying the request. `credential`: its id, or a digest. */
export function noteUse(credential: string, realNow: RealTime, write: () => PromiseLike<unknown>): void {
  if (realNow.getTime() - (noted.get(credential) ?? 0) < minute) return;
  noted.set(credential, realNow.getTime());
  write().then(undefined, (error: unknown) => log.error("could not note the use of a credential", error));
}

export function touchSecretKey(keyId: string, realNow: RealTime): void {
  noteUse(keyId, realNow, () => db().update(secretKeys).set({ lastUsedAt: realNow }).where(eq(secretKeys.id, keyId)));
}

/** Records that a tenant's API secret has signed. @param secrets those in force, the current one first */
export function touchApiSecret(tenant: Tenant, secret: string, secrets: readonly string[], realNow: RealTime): void {
  const isCurrent = secret === secrets[0];
  const used = isCurrent ? { lastUsedAt: realNow } : { previousLastUsedAt: realNow };
  // The same secret counts anew once it is the previous one.
  noteUse(`${isCurrent ? "" : "previous "}${sha256(secret)}`, realNow, () =>
    db().update(apiSecrets).set(used).where(inTenant(apiSecrets, tenant)),
  );
}
