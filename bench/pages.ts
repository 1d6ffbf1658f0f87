import { sql } from "drizzle-orm";
import { closeDatabase, db } from "@/db/client";
import { accessTokenOf } from "@/test/factories/access-token";
import { createMarketplace } from "@/test/factories/marketplace";
import { startChild } from "./child";
import { median, print } from "./compare";
import { fillMarketplace } from "./large-marketplace";
import { startProduct } from "./product";
import { variedRecords } from "./records";
import { signInStaff } from "./sign-in";

/**
 * What one marketplace's live status reads notice of somebody who asks for pages, documents or accounts over some
 * connections, again as soon as it is answered; the floor is the same reads a moment before, while nobody asks.
 */
const rounds = 3;
const windows = { quiet: 3_000, crowded: 4_000 };
const goal = { half: 1.5, tail: 3 };

/** In the address's name, which the bench's own proxy says. */
process.env.TRUSTED_PROXIES = "127.0.0.1";

type Read = { answers: number; half: number; tail: number };

const product = await startProduct();
const { address, json, marketplaceId } = product;
const live = await createMarketplace({ live: true });
const merchants = variedRecords(200);
const batch = { marketplaceId: live.marketplaceId, batchId: "live", batchTimestamp: "2026-11-01T00:00:00Z", merchants };
const tokened = { authorization: `Bearer ${await accessTokenOf(live.live)}` };
const { failed } = await json<{ failed: number }>("/marketplace/data/merchants/bulk", tokened, batch);
if (failed > 0) throw new Error(`${failed} merchants have no score.`);
await fillMarketplace(String(process.env.DATABASE_URL), marketplaceId, 10_000);
const session = await signInStaff(address, String(process.env.DATABASE_URL), marketplaceId);
// As PostgreSQL would by itself within a minute, were it not told to leave this database alone.
await db().execute(sql`vacuum analyze`);
await closeDatabase();

/** So many words in so many spellings that it takes long to say how good it is. */
const crafted = "p@$$w0rd4@8({[<69!|1!".repeat(3);
const register = (password: string) => ({
  method: "POST",
  path: "/api/merchants/auth/register",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ email: "crowd-#@shop.example", password, businessName: "Crowd Stores" }),
});
const page = (path: string, headers: Record<string, string> = {}) => ({ method: "GET", path, headers });
const search = page("/dashboard/test/merchants?q=lagoon", session);

const rows = [
  { name: "/account/signup", connections: 4, call: page("/account/signup") },
  { name: "/account/signup", connections: 10, call: page("/account/signup") },
  { name: "/docs/errors", connections: 4, call: page("/docs/errors") },
  { name: "/openapi.json", connections: 10, call: page("/openapi.json") },
  { name: "dashboard, search", connections: 4, call: search },
  { name: "dashboard, search", connections: 20, call: search },
  { name: "dashboard, overview", connections: 20, call: page("/dashboard/test", session) },
  { name: "register", connections: 50, call: register("quite unusual words in a row"), everNew: true },
  { name: "register, crafted", connections: 50, call: register(crafted), everNew: true },
];

const crowd = await startChild("bench/crowd.mjs");
const reader = await startChild("bench/load.mjs");
const urls = merchants.map(
  ({ merchantIdentity }) => `${address}/api/v1/marketplace-api/merchants/${merchantIdentity.merchantId}`,
);
/** One reader, a moment apart: it does not fill the server by itself. */
const read = (ms: number) =>
  reader.ask<Read>({ urls, headers: { authorization: `Bearer ${live.liveKey}` }, connections: 1, ms, pause: 10 });

await read(windows.quiet);
print([
  "",
  `live status reads beside a crowd, ${rounds} rounds; the goal is ${goal.half} at half and ${goal.tail} at 95 %`,
]);
print([
  "| crowd (connections) | half: quiet, crowded | ratio | 95 %: quiet, crowded | ratio | the crowd was answered |",
]);
print(["|---|---|---|---|---|---|"]);
let missed = 0;
for (const [i, { name, connections, call, everNew }] of rows.entries()) {
  const measured: { quiet: Read; crowded: Read }[] = [];
  const answered: Record<string, number> = {};
  for (let round = 0; round < rounds; round++) {
    const quiet = await read(windows.quiet);
    // Of an address of its own, whose allowance is whole.
    const from = everNew ? null : `192.0.${i + 2}.${round + 1}`;
    await crowd.ask({ ...call, address, connections, from });
    const crowded = await read(windows.crowded);
    const counts = await crowd.ask<Record<string, number>>("stop");
    for (const [status, count] of Object.entries(counts)) answered[status] = (answered[status] ?? 0) + count;
    measured.push({ quiet, crowded });
  }
  const figure = (part: "half" | "tail") => {
    const of = (side: "quiet" | "crowded") => median(measured.map((round) => round[side][part])).toFixed(1);
    const ratio = median(measured.map(({ quiet, crowded }) => crowded[part] / quiet[part]));
    if (ratio > goal[part]) missed += 1;
    return `${of("quiet")}, ${of("crowded")} ms | ${ratio.toFixed(2)}${ratio > goal[part] ? " !" : ""}`;
  };
  const counts = Object.entries(answered).map(([status, count]) => `${status}: ${count}`);
  print([`| ${name} (${connections}) | ${figure("half")} | ${figure("tail")} | ${counts.join(", ")} |`]);
}
print([missed === 0 ? "All within the goal." : `${missed} of ${rows.length * 2} ratios miss the goal (!).`]);
for (const child of [reader, crowd, product]) await child.stop();
