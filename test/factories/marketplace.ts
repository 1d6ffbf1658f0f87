import { eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { createMarketplace as create } from "@/lib/parties/marketplaces/create-marketplace";
import { issueSecretKey } from "@/lib/parties/marketplaces/issue-secret-key";
import { now } from "@/test/time";

export type TestMarketplace = {
  marketplaceId: string;
  testKey: string;
  liveKey: string;
  test: Tenant;
  live: Tenant;
};

let made = 0;

/** Two marketplaces of one tester: in test, too, their merchants may be one borrower. */
export async function marketplacesOfOneTester(): Promise<[TestMarketplace, TestMarketplace]> {
  const both: [TestMarketplace, TestMarketplace] = [await createMarketplace(), await createMarketplace()];
  const ids = both.map(({ marketplaceId }) => marketplaceId);
  await db().update(marketplaces).set({ testedTogether: ids[0] }).where(inArray(marketplaces.id, ids));
  return both;
}

/** A marketplace with a key for each environment. */
export async function createMarketplace(options: { live?: boolean } = {}): Promise<TestMarketplace> {
  made += 1;
  const marketplaceId = await create({
    name: `Marketplace ${made}`,
    contactEmail: `staff${made}@marketplace.example`,
    realNow: now(),
  });
  if (options.live) await db().update(marketplaces).set({ liveAt: now() }).where(eq(marketplaces.id, marketplaceId));
  return {
    marketplaceId,
    testKey: await issueSecretKey({ marketplaceId, environment: "test", realNow: now() }),
    liveKey: await issueSecretKey({ marketplaceId, environment: "live", realNow: now() }),
    test: tenantOf({ marketplaceId, environment: "test" }),
    live: tenantOf({ marketplaceId, environment: "live" }),
  };
}
