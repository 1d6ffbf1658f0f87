import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { newId } from "@/lib/kernel/ids";
import { toKobo } from "@/lib/kernel/money";
import type { RealTime } from "@/lib/kernel/time";

/** The most that one merchant may owe, in kobo, until another limit is agreed with the marketplace. */
const defaultLendingCap = toKobo(50_000_000);

export async function createMarketplace(input: { name: string; contactEmail: string; realNow: RealTime }) {
  const { name, contactEmail, realNow: createdAt } = input;
  const id = newId("marketplace");
  await db().insert(marketplaces).values({ id, name, contactEmail, maximumLendingCap: defaultLendingCap, createdAt });
  return id;
}
