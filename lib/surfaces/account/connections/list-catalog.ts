import type { Page } from "@/db/page";
import type { Environment } from "@/lib/kernel/actor";
import { listHeldMerchants } from "@/lib/parties/people/account-queries";
import { listAccesses, placeOf } from "@/lib/sales/data-access/list-accesses";
import { type ListedSource, listSources, readSource } from "@/lib/sales/data-access/list-sources";
import type { CatalogEntryAnswer } from "./schema";

const shares = [
  "Sales amounts and orders of the last six months",
  "How many orders are fulfilled, returned and disputed",
  "How your shop is paid, and loans the marketplace knows you have elsewhere",
];

/** What it neither asks for nor gets. */
const neverShared = ["Names of your customers", "Single orders", "Passwords"];

/** The marketplaces of an environment, or of all that are listed, and what the account has there. */
export async function listCatalog(userId: string, environment: Environment | undefined, page: Page) {
  const { rows, hasMore } = await listSources(environment, page, []);
  return { data: entriesOf(rows, await ownOf(userId)), hasMore };
}

/** Those with which it is not connected, or not any more. */
export async function listAvailable(userId: string, environment: Environment | undefined, page: Page) {
  const own = await ownOf(userId);
  const taken = [...own.waiting.keys(), ...own.merchants.keys()].filter((place) => {
    const status = own.merchants.get(place)?.connectionStatus ?? "WAITING";
    return status !== "DISCONNECTED";
  });
  const { rows, hasMore } = await listSources(environment, page, taken);
  return { data: entriesOf(rows, own), hasMore };
}

export async function readCatalogEntry(
  userId: string,
  choice: Parameters<typeof readSource>[0],
): Promise<CatalogEntryAnswer> {
  const row = await readSource(choice);
  const [entry] = entriesOf([row], await ownOf(userId));
  if (!entry) throw new Error("One source makes one entry.");
  return entry;
}
readCatalogEntry.errors = ["NOT_FOUND"] as const;

type Own = Awaited<ReturnType<typeof ownOf>>;

/** The merchants of an account, and the permissions that wait for an answer, by where they are. */
async function ownOf(userId: string) {
  const [held, accesses] = await Promise.all([listHeldMerchants(userId), listAccesses(userId)]);
  const merchants = new Map(held.map((one) => [placeOf(one), one]));
  const waiting = new Map(accesses.filter(({ state }) => state === "WAITING").map((one) => [placeOf(one), one]));
  return { merchants, waiting };
}

function entriesOf(rows: readonly ListedSource[], { merchants, waiting }: Own): CatalogEntryAnswer[] {
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
