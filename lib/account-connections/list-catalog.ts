import type { Page } from "@/db/page";
import { listHeldMerchants } from "@/lib/accounts/queries";
import type { Environment } from "@/lib/actor";
import { listAccesses, placeOf } from "@/lib/data-access/list-accesses";
import { type ListedSource, listSources, readSource } from "@/lib/data-access/list-sources";
import type { CatalogEntryAnswer } from "./schema";

/** What the service fetches with a merchant's permission. */
const shares = [
  "Sales amounts and orders of the last six months",
  "How many orders are fulfilled, returned and disputed",
  "How your shop is paid, and loans the marketplace knows you have elsewhere",
];

/** What it neither asks for nor gets. */
const neverShared = ["Names of your customers", "Single orders", "Passwords"];

/** The marketplaces of an environment, or of all that are listed, and what the account has there. */
export async function listCatalog(userId: string, environment: Environment | undefined, page: Page) {
  const { rows, hasMore } = await listSources(environment, page);
  return { data: await withOwn(userId, rows), hasMore };
}

/** Those with which it is not connected, or not any more. A page may be shorter than asked for. */
export async function listAvailable(userId: string, environment: Environment | undefined, page: Page) {
  const { data, hasMore } = await listCatalog(userId, environment, page);
  const open = data.filter((one) => one.connectionStatus === null || one.connectionStatus === "DISCONNECTED");
  return { data: open, hasMore };
}

/** One of them. @throws CodedError as `readSource` */
export async function readCatalogEntry(
  userId: string,
  choice: Parameters<typeof readSource>[0],
): Promise<CatalogEntryAnswer> {
  const row = await readSource(choice);
  const [entry] = await withOwn(userId, [row]);
  if (!entry) throw new Error("One source makes one entry.");
  return entry;
}

async function withOwn(userId: string, rows: readonly ListedSource[]): Promise<CatalogEntryAnswer[]> {
  const [held, accesses] = await Promise.all([listHeldMerchants(userId), listAccesses(userId)]);
  const merchants = new Map(held.map((one) => [placeOf(one), one]));
  const waiting = new Map(accesses.filter(({ state }) => state === "WAITING").map((one) => [placeOf(one), one]));
  return rows.map(({ marketplaceId, name, environment, description, scopes }) => {
    const place = placeOf({ marketplaceId, environment });
    const merchant = merchants.get(place);
    const access = waiting.get(place);
    return {
      entryId: place,
      marketplace: { marketplaceId, name },
      environment,
      description,
      shares,
      neverShared,
      scopes,
      connectionId: merchant?.connectionId ?? access?.id ?? null,
      connectionStatus: merchant?.connectionStatus ?? (access ? "WAITING" : null),
    };
  });
}
