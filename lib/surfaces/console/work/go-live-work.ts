import { asc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { goLiveRequests, marketplaces } from "@/db/schema/marketplaces";
import { type WorkSource, workCountedUpTo } from "./source";

/** Marketplaces that ask to go live, which concerns live data alone. */
export const goLiveWork: WorkSource = {
  name: "go-live",
  label: "Go-live",
  permission: "manage",
  read: async ({ environment, limit }) => {
    if (environment === "test") return { count: 0, items: [] };
    const waiting = await db()
      .select({ id: marketplaces.id, name: marketplaces.name, since: goLiveRequests.requestedAt })
      .from(goLiveRequests)
      .innerJoin(marketplaces, eq(marketplaces.id, goLiveRequests.marketplaceId))
      .where(eq(goLiveRequests.status, "REQUESTED"))
      .orderBy(asc(goLiveRequests.requestedAt))
      .limit(workCountedUpTo);
    return {
      count: waiting.length,
      items: waiting.slice(0, limit).map(({ id, name, since }) => ({
        ...{ id, title: name, detail: "Asks to go live", href: `marketplaces/${id}`, since },
        cost: { who: "A marketplace waits" },
        risk: 1,
      })),
    };
  },
};
