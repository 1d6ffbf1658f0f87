import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { embeddingOrigins } from "@/db/schema/marketplaces";
import type { Tenant } from "@/lib/kernel/actor";
import type { OriginsAnswer } from "./origins-schema";

/** The origins that may frame a marketplace's journeys, in both environments whichever the tenant names. */
export async function readOrigins({ marketplaceId }: Tenant): Promise<OriginsAnswer> {
  const rows = await db().select().from(embeddingOrigins).where(eq(embeddingOrigins.marketplaceId, marketplaceId));
  const of = (environment: "test" | "live") => rows.find((row) => row.environment === environment)?.origins ?? [];
  const [latest] = rows.map(({ updatedAt }) => updatedAt.toISOString()).sort((one, other) => (one < other ? 1 : -1));
  return { live: of("live"), test: of("test"), updatedAt: latest ?? null };
}
