import { and, eq, inArray, notInArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows, requireNeighbour } from "@/db/page";
import { dataSources } from "@/db/schema/data-access";
import { marketplaces } from "@/db/schema/marketplaces";
import { type Environment, environments } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { invalidField, notFound } from "@/lib/kernel/errors";
import { openToMerchants } from "./find-source";

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

/** Anybody may register one and call it what they like: test data are listed in a sandbox only. */
function listed(): Environment[] {
  return environments.filter((environment) => environment === "live" || env().sandbox);
}

/** Newest first, cut by `marketplaceId/environment`. `without`: in that form; a page may still begin at one. */
export async function listSources(environment: Environment | undefined, page: Page, without: readonly string[]) {
  const shown = listed().filter((one) => environment === undefined || one === environment);
  const entry = sql`${dataSources.marketplaceId} || '/' || ${dataSources.environment}`;
  const open = db().select({ id: marketplaces.id }).from(marketplaces).where(openToMerchants);
  const { startingAfter, endingBefore } = page;
  const cut = startingAfter ?? endingBefore;
  const own = and(inArray(dataSources.environment, shown), inArray(dataSources.marketplaceId, open));
  await requireNeighbour(
    dataSources.marketplaceId,
    { ...page, startingAfter: startingAfter?.split("/")[0], endingBefore: endingBefore?.split("/")[0] },
    cut === undefined ? own : and(own, eq(entry, cut)),
  );
  const rows = await sources()
    .where(
      and(
        inArray(dataSources.environment, shown),
        openToMerchants,
        notInArray(entry, [...without]),
        onPage(entry, page),
      ),
    )
    .orderBy(pageOrder(entry, page))
    .limit(pageRows(page));
  return pageOf(rows, page);
}

export async function readSource(choice: { marketplaceId: string; environment: Environment | undefined }) {
  const { marketplaceId, environment } = choice;
  const among = environment === undefined ? listed() : [environment];
  const chosen = and(eq(dataSources.marketplaceId, marketplaceId), inArray(dataSources.environment, among));
  const [row, ...others] = await sources().where(and(chosen, openToMerchants));
  if (!row) throw notFound("marketplace to connect with");
  if (others.length > 0) throw invalidField("environment", "Must say test or live, since there are both");
  return row;
}
