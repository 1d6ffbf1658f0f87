import { and, desc, eq, inArray, ne } from "drizzle-orm";
import { db } from "@/db/client";
import { dataAccesses, dataSources } from "@/db/schema/data-access";
import { marketplaces } from "@/db/schema/marketplaces";
import type { Environment } from "@/lib/kernel/actor";
import { openToMerchants } from "./find-source";

export type AccessFacts = Awaited<ReturnType<typeof listAccesses>>[number];

export function listAccesses(userId: string) {
  return db()
    .select({
      id: dataAccesses.id,
      marketplaceId: dataAccesses.marketplaceId,
      environment: dataAccesses.environment,
      marketplaceName: marketplaces.name,
      merchantId: dataAccesses.merchantId,
      state: dataAccesses.state,
      failure: dataAccesses.failure,
      refusedShop: dataAccesses.refusedShop,
      authorizedAt: dataAccesses.authorizedAt,
      lastPulledAt: dataAccesses.lastPulledAt,
      lastTriedAt: dataAccesses.lastTriedAt,
      dueAt: dataAccesses.dueAt,
    })
    .from(dataAccesses)
    .innerJoin(marketplaces, eq(marketplaces.id, dataAccesses.marketplaceId))
    .where(and(eq(dataAccesses.userId, userId), ne(dataAccesses.state, "ENDED")))
    .orderBy(desc(dataAccesses.id));
}

export async function connectablePlaces(marketplaceIds: readonly string[]): Promise<Set<string>> {
  const rows = await db()
    .select({ marketplaceId: dataSources.marketplaceId, environment: dataSources.environment })
    .from(dataSources)
    .innerJoin(marketplaces, eq(marketplaces.id, dataSources.marketplaceId))
    .where(and(inArray(dataSources.marketplaceId, [...marketplaceIds]), openToMerchants));
  return new Set(rows.map(placeOf));
}

export function placeOf({ marketplaceId, environment }: { marketplaceId: string; environment: Environment }): string {
  return `${marketplaceId}/${environment}`;
}
