import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";

/** Sets how many milliseconds the clock of a marketplace's test data is ahead, with nothing happening on the way. */
export async function setClockAhead({ marketplaceId }: { marketplaceId: string }, ahead: number): Promise<void> {
  await db().update(marketplaces).set({ testClockAhead: ahead }).where(eq(marketplaces.id, marketplaceId));
}
