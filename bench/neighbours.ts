import { sql } from "drizzle-orm";
import { closeDatabase, db } from "@/db/client";
import { accessTokenOf } from "@/test/factories/access-token";
import { createMarketplace } from "@/test/factories/marketplace";
import { startChild } from "./child";
import { median, print } from "./compare";
import { startProduct } from "./product";
import { variedRecords } from "./records";

/**
 * What one marketplace's live reads notice of another that hammers the sandbox over twenty connections: test-helper runs,
 * scenarios, advances of the clock and sales data, each sent again as soon as it is answered.
 */
const rounds = 5;
const connections = 20;

type Read = { answers: number; half: number; tail: number; most: number };
type Reads = { status: Read; score: Read };

const product = await startProduct();
const { address, json } = product;
const live = await createMarketplace({ live: true });
const keyed = { authorization: `Bearer ${live.liveKey}` };
const tokened = { authorization: `Bearer ${await accessTokenOf(live.live)}` };
const merchants = variedRecords(200);
const batch = { marketplaceId: live.marketplaceId, batchId: "live", batchTimestamp: "2026-11-01T00:00:00Z", merchants };
const { failed } = await json<{ failed: number }>("/marketplace/data/merchants/bulk", tokened, batch);
if (failed > 0) throw new Error(`${failed} merchants have no score.`);
// As PostgreSQL would by itself within a minute, were it not told to leave this database alone.
await db().execute(sql`vacuum analyze`);
await closeDatabase();

const hammer = await startChild("bench/hammer.mjs");
const readers = { status: await startChild("bench/load.mjs"), score: await startChild("bench/load.mjs") };
const paths = { status: "/api/v1/marketplace-api/merchants/", score: "/api/marketplace/data/merchant/" };
const ids = merchants.map(({ merchantIdentity }) => merchantIdentity.merchantId);
const urls = {
  status: ids.map((id) => `${address}${paths.status}${id}`),
  score: ids.map((id) => `${address}${paths.score}${id}/credit-score`),
};
const sales = variedRecords(50).map((record) => {
  record.merchantIdentity.merchantId = "test-tier-a";
  return record;
});
const answered: Record<string, number> = {};

await idle();
await hammered();
const measured: { idle: Reads; hammered: Reads }[] = [];
for (let i = 0; i < rounds; i++) measured.push({ idle: await idle(), hammered: await hammered() });
print(["", `live reads beside a neighbour that hammers the sandbox over ${connections} connections, ${rounds} rounds`]);
for (const [kind, name] of [["status", "merchant status"] as const, ["score", "credit score"] as const]) {
  for (const [part, share] of [["half", "half within"] as const, ["tail", "95 % within"] as const]) {
    const of = (side: "idle" | "hammered") => median(measured.map((round) => round[side][kind][part]));
    const ratios = measured.map((round) => round.hammered[kind][part] / round.idle[kind][part]);
    print([
      `  ${name.padEnd(16)} ${share}: idle ${of("idle").toFixed(2)} ms, hammered ${of("hammered").toFixed(2)} ms,` +
        ` ratio ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
    ]);
  }
}
const counts = Object.entries(answered).sort(([one], [other]) => (one < other ? -1 : 1));
print([`  the neighbour was answered: ${counts.map(([kind, count]) => `${kind}: ${count}`).join(", ")}`]);
for (const child of [...Object.values(readers), hammer, product]) await child.stop();

/** A reader's two requests at a time, a moment apart: it does not fill the server by itself. */
async function idle(): Promise<Reads> {
  const order = { connections: 1, ms: 4_000, pause: 10 };
  const [status, score] = await Promise.all([
    readers.status.ask<Read>({ ...order, urls: urls.status, headers: keyed }),
    readers.score.ask<Read>({ ...order, urls: urls.score, headers: tokened }),
  ]);
  return { status, score };
}

async function hammered(): Promise<Reads> {
  await hammer.ask({ address, headers: product.keyed, connections, sales });
  const reads = await idle();
  for (const [kind, count] of Object.entries(await hammer.ask<Record<string, number>>("stop")))
    answered[kind] = (answered[kind] ?? 0) + count;
  return reads;
}
