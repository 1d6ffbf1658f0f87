import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { users } from "@/db/schema/users";

/** In lower case: whoever reads them has followed a link in a mail; others never asked (docs/dashboard.md#settings). */
export async function confirmedAddresses(marketplaceId: string): Promise<ReadonlySet<string>> {
  const team = db().select({ address: users.email }).from(users).where(eq(users.marketplaceId, marketplaceId));
  const contact = db()
    .select({ address: sql<string>`lower(${marketplaces.contactEmail})` })
    .from(marketplaces)
    .where(eq(marketplaces.id, marketplaceId));
  return new Set((await team.union(contact)).map(({ address }) => address));
}
