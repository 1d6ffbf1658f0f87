import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { newId } from "@/lib/ids";
import { toKobo } from "@/lib/money";
import type { RealTime } from "@/lib/time";

/** Default for the most that one merchant may owe, in kobo, until another limit is agreed with the marketplace. */
const defaultLendingCap = toKobo(50_000_000);

/** Creates a marketplace, not live and without credentials. Returns its id. */
export async function createMarketplace(input: {
  name: string;
  contactEmail: string;
  realNow: RealTime;
}): Promise<string> {
  const id = newId("marketplace");
  await db().insert(marketplaces).values({
    id,
    name: input.name,
    contactEmail: input.contactEmail,
    maximumLendingCap: defaultLendingCap,
    createdAt: input.realNow,
  });
  return id;
}
