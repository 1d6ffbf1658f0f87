import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import type { RealTime } from "@/lib/kernel/time";
import { now } from "@/test/time";

/** Sets how many milliseconds the clock of a marketplace's test data is ahead, with nothing happening on the way. */
export async function setClockAhead(
  { marketplaceId }: { marketplaceId: string },
  testClockAhead: number,
  testClockMovedAt: RealTime = now(),
): Promise<void> {
  await db().update(marketplaces).set({ testClockAhead, testClockMovedAt }).where(eq(marketplaces.id, marketplaceId));
}
