import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows, requireNeighbour } from "@/db/page";
import { secretKeys } from "@/db/schema/marketplaces";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import type { SecretKeyAnswer, SecretKeyList } from "./schema";

export async function listSecretKeys(tenant: Tenant, page: Page): Promise<SecretKeyList> {
  await requireNeighbour(secretKeys.id, page, inTenant(secretKeys, tenant));
  const rows = await db()
    .select()
    .from(secretKeys)
    .where(inTenant(secretKeys, tenant, onPage(secretKeys.id, page)))
    .orderBy(pageOrder(secretKeys.id, page))
    .limit(pageRows(page));
  const found = pageOf(rows, page);
  return { data: found.rows.map(serializeSecretKey), hasMore: found.hasMore };
}

type Row = Omit<typeof secretKeys.$inferSelect, "digest" | "marketplaceId">;

export function serializeSecretKey(row: Row): SecretKeyAnswer {
  const { id, name, environment, lastFour, createdAt, lastUsedAt, revokedAt } = row;
  return {
    id,
    name,
    shown: `sk_${environment}_…${lastFour}`,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
