import { and, eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows, requireNeighbour } from "@/db/page";
import { dataSources } from "@/db/schema/data-access";
import { marketplaces } from "@/db/schema/marketplaces";
import type { Environment } from "@/lib/actor";
import { env } from "@/lib/env";
import { notFound } from "@/lib/errors";
import { openToMerchants } from "./find-source";
import type { SourceChoice } from "./schema";

/** A marketplace that merchants can connect with. */
export type ListedSource = Awaited<ReturnType<typeof readSource>>;

const columns = {
  marketplaceId: dataSources.marketplaceId,
  name: marketplaces.name,
  environment: dataSources.environment,
  description: dataSources.description,
  scopes: dataSources.scopes,
};

const sources = () =>
  db().select(columns).from(dataSources).innerJoin(marketplaces, eq(marketplaces.id, dataSources.marketplaceId));

/**
 * The marketplaces that merchants can connect with, the newest first. Anybody may register one and call it what they like:
 * test data are therefore listed in a sandbox only, and reached elsewhere by whoever is given the marketplace's id.
 */
export async function listSources(environment: Environment, page: Page) {
  if (environment === "test" && !env().sandbox) return { rows: [], hasMore: false };
  const { marketplaceId } = dataSources;
  const here = eq(dataSources.environment, environment);
  const open = db().select({ id: marketplaces.id }).from(marketplaces).where(openToMerchants);
  await requireNeighbour(marketplaceId, page, and(here, inArray(marketplaceId, open)));
  const rows = await sources()
    .where(and(here, openToMerchants, onPage(marketplaceId, page)))
    .orderBy(pageOrder(marketplaceId, page))
    .limit(pageRows(page));
  return pageOf(rows, page);
}

/** One of them. @throws CodedError NOT_FOUND */
export async function readSource({ marketplaceId, environment }: SourceChoice) {
  const chosen = and(eq(dataSources.marketplaceId, marketplaceId), eq(dataSources.environment, environment));
  const [row] = await sources().where(and(chosen, openToMerchants));
  if (!row) throw notFound("marketplace to connect with");
  return row;
}
