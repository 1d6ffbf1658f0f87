import { sql } from "drizzle-orm";
import { closeDatabase, db, nudge, transaction } from "@/db/client";
import { deliveries } from "@/db/schema/webhooks";
import type { Tenant } from "@/lib/actor";
import { deliverWebhookTask } from "@/lib/jobs/deliver-webhook";
import { startEmbeddedEngine } from "@/lib/jobs/embedded";
import { receiverCap } from "@/lib/webhooks/outbound/constants";
import { createMarketplace } from "@/test/factories/marketplace";
import { createEndpoint, createEvents } from "@/test/factories/webhook";
import { bareDeliveries } from "./bare-deliveries";
import { startChild } from "./child";
import { compare } from "./compare";

/** Outbound deliveries: from the commit of the events to the last one acknowledged and recorded. */
const count = 3000;
const receivers = await startChild<{ urls: string[] }>("bench/receivers.mjs", { args: ["4"] });
const { urls } = receivers.hello;
const tenants: Tenant[] = [];
for (const url of urls) {
  const { test: tenant } = await createMarketplace();
  await createEndpoint(tenant, url);
  tenants.push(tenant);
}
const bare = await bareDeliveries(String(process.env.DATABASE_URL), urls);

for (const used of [1, 4]) {
  await compare({
    name: `deliveries: ${count} events, ${used} receiver${used === 1 ? "" : "s"}`,
    unit: "deliveries/s",
    pairs: 7,
    floorIs: "a loop that claims, signs, posts and writes, over a bare table",
    product: async () => {
      const stop = await startEmbeddedEngine([deliverWebhookTask]);
      await transaction(async () => {
        for (const tenant of tenants.slice(0, used)) {
          const made = await createEvents(tenant, count / used);
          for (const { deliveryId } of made) nudge("deliver-webhook", deliveryId, tenant);
        }
      });
      const rate = await timed(async (received) => {
        await received;
        while ((await db().$count(deliveries, sql`due_at is not null`)) > 0) {
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
      });
      await stop();
      await db().execute(sql`vacuum analyze`);
      return rate;
    },
    floor: async () => {
      await bare.prepare(count, used);
      return timed(() => bare.run(used, receiverCap));
    },
  });
}
await bare.close();
await closeDatabase();
await receivers.stop();

/** Until the receivers have answered everything and everything is written. */
async function timed(written: (received: Promise<unknown>) => Promise<void>): Promise<number> {
  const started = performance.now();
  const received = receivers.ask(count);
  await Promise.all([received, written(received)]);
  return count / ((performance.now() - started) / 1000);
}
