import { sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { rowsOf, timestamp } from "@/db/rows";
import { apiSecrets } from "@/db/schema/marketplaces";
import { clockAheadOf, inTenant } from "@/db/tenancy";
import { type Environment, environments, type Tenant } from "@/lib/kernel/actor";
import { coalesced } from "@/lib/kernel/coalesce";
import { decrypt } from "@/lib/kernel/crypto";
import { notFound } from "@/lib/kernel/errors";
import { sealedInForce } from "@/lib/kernel/secrets";
import { type RealTime, realTimeOf } from "@/lib/kernel/time";
import { apiSecretPurpose } from "./api-secret";
import type { ApiSecretFacts } from "./schema";
import { serializeSecretUse } from "./secret-use";

const holderRow = z.strictObject({
  marketplaceId: z.string(),
  environment: z.enum(environments),
  secret: z.string(),
  previousSecret: z.string().nullable(),
  previousSecretUntil: timestamp.nullable(),
  isLive: z.boolean(),
  clockAhead: z.number(),
});

type SecretHolder = { environment: Environment; isLive: boolean; clockAhead: number; secrets: string[] };

// Every inbound webhook starts here: under load one statement serves dozens of them, and a secret is opened once for
// all.
const load = coalesced(100, async (asked: { marketplaceId: string; realNow: RealTime }[]) => {
  const ids = [...new Set(asked.map(({ marketplaceId }) => marketplaceId))];
  const rows = await rowsOf(holderRow)`
    select s.marketplace_id as "marketplaceId", s.environment, s.secret_encrypted as secret,
      s.previous_secret_encrypted as "previousSecret", s.previous_secret_until as "previousSecretUntil",
      m.live_at is not null as "isLive",
      (${clockAheadOf({ environment: sql`s.environment` }, sql`m.test_clock_ahead_ms`)})::float8 as "clockAhead"
    from api_secrets s join marketplaces m on m.id = s.marketplace_id
    where s.marketplace_id = any(${sql.param(ids)}::text[])`;
  const opened = new Map<string, string>();
  const open = (sealed: string): string => {
    const secret = opened.get(sealed) ?? decrypt(apiSecretPurpose, sealed);
    opened.set(sealed, secret);
    return secret;
  };
  return asked.map(({ marketplaceId, realNow }): SecretHolder[] =>
    rows
      .filter((row) => row.marketplaceId === marketplaceId)
      .map(({ environment, isLive, clockAhead, secret, previousSecret, previousSecretUntil: until }) => {
        const previousSecretUntil = until === null ? null : realTimeOf(until);
        const secrets = sealedInForce({ secret, previousSecret, previousSecretUntil }, realNow).map(open);
        return { environment, isLive, clockAhead, secrets };
      }),
  );
});

/** The secrets a marketplace may have signed with, by environment, the current one first. */
export function findSecretHolders(marketplaceId: string, realNow: RealTime): Promise<SecretHolder[]> {
  return load({ marketplaceId, realNow });
}

export async function readApiSecretFacts(tenant: Tenant, realNow: RealTime): Promise<ApiSecretFacts> {
  const facts = await findApiSecretFacts(tenant, realNow);
  if (!facts) throw notFound("API secret");
  return facts;
}
readApiSecretFacts.errors = ["NOT_FOUND"] as const;

export async function findApiSecretFacts(tenant: Tenant, realNow: RealTime): Promise<ApiSecretFacts | undefined> {
  const [row] = await db().select().from(apiSecrets).where(inTenant(apiSecrets, tenant));
  return row && serializeSecretUse(row, realNow);
}

export async function currentApiSecret(tenant: Tenant): Promise<string | undefined> {
  const [row] = await db().select({ secret: apiSecrets.secret }).from(apiSecrets).where(inTenant(apiSecrets, tenant));
  return row && decrypt(apiSecretPurpose, row.secret);
}
