import { sql } from "drizzle-orm";
import { closeDatabase, db } from "@/db/client";
import { submittedMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { median, print } from "./compare";
import { startProduct } from "./product";
import { signInReviewer } from "./sign-in";

/**
 * Pages of the operator console over HTTP: what a reviewer waits for the queue and for a case while ten cases wait, beside
 * 200 and 20,000. Moments apart, the rest wait or are decided.
 */
const few = 10;
const sizes = [200, 20_000];
const pairs = 15;
/** A reviewer never waits longer than so many times as with ten. */
const goal = 1.3;

const product = await startProduct();
const { address } = product;
const { test: tenant } = await createMarketplace();
const ids: string[] = [];
for (let i = 0; i < 200; i++) ids.push((await submittedMerchant(tenant)).merchantId);
const [many = 0] = sizes.slice(-1);
const { marketplaceId } = tenant;
await db().execute(sql`insert into merchants (id, marketplace_id, environment, business_name, created_at)
  select 'mer_bench' || i, ${marketplaceId}, 'test', 'Shop ' || i, now() from generate_series(201, ${many}::int) i`);
await db().execute(sql`insert into kyc_records (id, marketplace_id, environment, merchant_id, status, submitted_at, created_at)
  select 'kyc_bench' || i, ${marketplaceId}, 'test', 'mer_bench' || i, 'APPROVED', now(), now()
  from generate_series(201, ${many}::int) i`);
// The automatic review leaves them alone.
await db().execute(sql`update kyc_records set status = 'IN_REVIEW', due_at = null where merchant_id in ${ids}`);
const places = sql`(select id, row_number() over (order by submitted_at, id) as place from kyc_records
  where marketplace_id = ${marketplaceId})`;
const session = await signInReviewer(address, String(process.env.DATABASE_URL));

/** Of all cases the first so many wait. */
async function waiting(count: number): Promise<void> {
  await db().execute(sql`update kyc_records k set status = case when p.place <= ${count}::int then 'IN_REVIEW' else 'APPROVED' end
    from ${places} p where p.id = k.id and k.status <> case when p.place <= ${count}::int then 'IN_REVIEW' else 'APPROVED' end`);
  await db().execute(sql`vacuum analyze kyc_records`);
}

/** In milliseconds, from asking to the last byte. */
async function load(path: string): Promise<number> {
  const since = performance.now();
  const answer = await fetch(`${address}/ops/test/${path}`, { headers: session });
  const page = await answer.text();
  if (!answer.ok || !page.includes("</html>")) throw new Error(`${path} answered ${answer.status}.`);
  return performance.now() - since;
}

const pages = [
  ["queue by age", "kyc"],
  ["queue by risk", "kyc?order=RISK"],
  ["a case", `kyc/${ids[4]}`],
] as const;

print(["", `console: what a reviewer waits, ${pairs} pairs; the goal is ${goal}`]);
print(["| page | waiting | ms with ten | ms | ratio |", "|---|---|---|---|---|"]);
for (const [name, path] of pages) {
  for (const size of sizes) {
    const measured: { small: number; large: number }[] = [];
    for (let i = -1; i < pairs; i++) {
      await waiting(few);
      await load(path);
      const small = await load(path);
      await waiting(size);
      await load(path);
      const large = await load(path);
      if (i >= 0) measured.push({ small, large });
    }
    const ratio = median(measured.map(({ small, large }) => large / small));
    const [before, after] = [median(measured.map((one) => one.small)), median(measured.map((one) => one.large))];
    const missed = ratio > goal ? " (missed)" : "";
    print([`| ${name} | ${size} | ${before.toFixed(1)} | ${after.toFixed(1)} | ${ratio.toFixed(2)}${missed} |`]);
  }
}
await closeDatabase();
await product.stop();
